// The warp of a block that works longest, by what the counters of all warps say: the others of its
// block wait for it at a barrier, or are gone. Where all blocks run at once, the launch takes as
// long as such a warp.
#pragma once

#include <vector>

#include "sim/views/report.h"

namespace simt {

class LongestWarp {
 public:
  explicit LongestWarp(const Subject& subject);

  /// How many times as much of that warp's time a cycle before the instruction at `pc` is, beside
  /// one that all warps of its block share: as many as a block has warps where no more than one of
  /// each block executes it, as code below `if (threadIdx.x < 32)` that is no loop, or a routine
  /// that is called from there. 1: more do, or there are more blocks than run at once.
  double weight(Pc pc) const { return weight_[pc]; }
  /// Cycles with their weights, as a share of all of such a warp's, without those at barriers.
  double share(double weighted) const { return all_ > 0 ? weighted / all_ : 0; }

 private:
  void weigh_routines(const Subject& subject);

  std::vector<double> weight_;
  double all_ = 0;
};

/// The instructions of the routine of machine code that the call at `call` goes to, which were
/// executed. Empty: it is no call.
std::vector<Pc> routine_of(const Subject& subject, Pc call);

}  // namespace simt
