// Registers that are touched at other times, or in other lanes, than an instruction's operands are.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

/// By register: an instruction uses its slot without naming it; an atomic writes it, which may
/// happen only when a window of time ends; a shuffle reads it, also in lanes that have left or are
/// elsewhere. Such a register keeps its slot to itself, and is written when its instruction issues,
/// not before.
std::vector<bool> pinned_registers(const Program& program);

}  // namespace simt
