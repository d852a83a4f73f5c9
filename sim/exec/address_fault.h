// The words of a memory fault: which lane, which address, in which space, and what is near it.
#pragma once

#include "sim/exec/step.h"

namespace simt {

/// `address` as the instruction's operand gave it (generic, or an offset in its space).
[[noreturn]] void fault_misaligned(const Step& s, unsigned lane, std::uint64_t address);
[[noreturn]] void fault_out_of_bounds(const Step& s, unsigned lane, std::uint64_t address);
/// A store to constants or parameters, an atomic on local memory.
[[noreturn]] void fault_wrong_space(const Step& s, unsigned lane, StateSpace space,
                                    std::uint64_t address);

}  // namespace simt
