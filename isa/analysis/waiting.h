// Which loops wait on memory: the loops in which the compiler of Volta and later lets a lane yield,
// so that lanes which left the loop are not kept waiting by those that still spin.
// Measured: see docs on divergence (a YIELD stands in compare-and-swap and volatile-flag loops).
//
// An exit condition waits when, through registers inside the loop, it depends on
//   - an atomic, or a volatile, relaxed or acquire load; or
//   - a plain load from global, shared or generic memory whose address does not change in a loop
//     without barrier, and on no register that the loop itself counts (such a loop ends by itself).
#pragma once

#include "isa/analysis/loops.h"

namespace simt {

bool waits_on_memory(const Program& program, const Cfg& cfg, const Loop& loop);

}  // namespace simt
