// The access of an instruction that cost most more than it needed: what advice is about.
#pragma once

#include "sim/exec/outcome.h"

namespace simt {

/// What the advice needs of an access pattern: the worst access seen at an instruction.
struct WorstAccess {
  MemoryAccess access;           ///< lane addresses of the worst execution
  unsigned cost = 0, ideal = 0;  ///< wavefronts or sectors

  /// The worse of the two; this one where they are equal.
  void take(const WorstAccess& other) {
    if (other.cost - other.ideal > cost - ideal) *this = other;
  }
};

}  // namespace simt
