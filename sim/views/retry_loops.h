// Loops around a compare-and-swap, which lanes leave one after the other where they update one
// word: what the compiler makes of atomics that a device has no instruction for (floats in shared
// memory), or what people write.
#pragma once

#include <vector>

#include "sim/views/report.h"

namespace simt {

struct RetryLoop {
  Pc swap = kNoPc;                 ///< the compare-and-swap
  Pc first = kNoPc, last = kNoPc;  ///< the loop, from its head to the branch back
  double rounds = 1;               ///< of a warp that comes to it, on average
  bool by_compiler = false;        ///< of one instruction of the source
  bool contains(Pc pc) const { return first <= pc && pc <= last; }
};

/// Those whose lanes went round at different times, in the order of the text. A loop that waits for
/// another thread (a lock) is none, nor one that goes on to another word, nor a loop around all
/// that comes to a swap with words of its own.
std::vector<RetryLoop> retry_loops(const Subject& subject);

}  // namespace simt
