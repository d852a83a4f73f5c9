// Registers that have one value in all lanes of a warp, as far as their definitions show it, and
// what an assembler does with that: lanes that add to one address are added up first, and one lane
// goes to memory. Source: REDUX and VOTEU in front of one RED in what ptxas makes of
// kernels/rows_pitched.ir and mutex_fair.ir for sm_90 (tests/hardware/h200/cuda_source.csv.gz).
#pragma once

#include <vector>

#include "isa/program/program.h"

namespace simt {

/// Whether lanes of a warp may read different values from `slot`, a special register's.
bool is_of_lanes(const Program& program, Slot slot);

/// By register: it has one definition in the kernel, which computes it from nothing that differs
/// between lanes.
std::vector<bool> uniform_registers(const Program& program);

/// Sets MemoryForm::aggregated of the kernel's global 32-bit integer additions to an address that
/// is uniform: of reductions, and of atomics when what they add is uniform, too.
void aggregate_additions(Program& program);

}  // namespace simt
