#pragma once

#include "sim/config/arch.h"
#include "sim/exec/executor.h"

namespace simt {

/// What execution knows of the machine: what special registers say of it, and how its tensor cores
/// round.
void set_machine(LaunchState& state, const ArchConfig& arch);

}  // namespace simt
