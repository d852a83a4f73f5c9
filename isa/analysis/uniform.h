// Registers that have one value in all lanes of a warp, as far as their definitions show it.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

/// Whether lanes of a warp may read different values from `slot`, a special register's.
bool is_of_lanes(const Program& program, Slot slot);

/// By register: it has one definition in the kernel, which computes it from nothing that differs
/// between lanes.
std::vector<bool> uniform_registers(const Program& program);

}  // namespace simt
