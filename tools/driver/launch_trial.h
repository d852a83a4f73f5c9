// A launch that is proposed for a kernel without one, tried: without time, on memory of its own and
// within a limit of instructions. A buffer that the kernel goes beyond grows until it does not;
// where it would grow too long or the limit is reached, fewer threads and smaller numbers are
// tried, and where nothing else helps, integers that are zero.
#pragma once

#include "sim/config/arch.h"
#include "sim/input/missing_arguments.h"

namespace simt {

/// What special registers say of the machine.
void set_machine(LaunchState& state, const ArchConfig& arch);

/// `first`, which `spec` lacks something for, or one like it that runs to its end; its `tried` says
/// what was found, or why none runs.
IncompleteLaunch tried(const IncompleteLaunch& first, const LaunchSpec& spec,
                       const Program& program, const Signature& signature, const ArchConfig& arch);

}  // namespace simt
