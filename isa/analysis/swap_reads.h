// Swaps and loads that are a part of an atomic. ptxas makes a loop of what shared memory has no
// instruction for (floating-point and 64-bit additions): it loads the word, computes, and swaps if
// the word is still what it was (ATOMS.CAST.SPIN), which only compilers write. Of the loads the
// source has none.
#pragma once

#include <unordered_set>

#include "isa/core/program.h"

namespace simt {

/// The swap of such a loop (ATOMS.CAST.SPIN).
bool is_swap_of_an_atomic(const Inst& inst);

/// The loads from shared memory within such a loop, at the address of its swap.
std::unordered_set<Pc> reads_of_swaps(const Program& program);

}  // namespace simt
