// A launch that is proposed for a kernel without one, tried: on memory of its own and within a
// limit of instructions and of time. A buffer that the kernel goes beyond grows until it does not;
// then the launch runs once more in the cycle model, where it must be free of what TrialWatch
// finds. Else other blocks are tried, and fewer threads and smaller numbers, and where nothing
// helps, integers that are zero. One that is accepted is improved: arrays with data, small radii,
// buffers no longer than they must be.
#pragma once

#include "sim/config/arch.h"
#include "sim/input/missing_arguments.h"

namespace simt {

/// `first`, which `spec` lacks something for, or one like it that runs to its end; its `tried` says
/// what was found, or why none runs.
IncompleteLaunch tried(const IncompleteLaunch& first, const LaunchSpec& spec,
                       const Program& program, const Signature& signature, const ArchConfig& arch);

}  // namespace simt
