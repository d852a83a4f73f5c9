// The convergence barriers of one warp: who is still expected at which reconvergence point.
// Regions nest, so barriers form a tree; a lane's innermost barrier is the leaf of its chain, and a
// participant of a barrier is one of every barrier above it. A lane that yields is not waited for
// by the barriers that it is inside of at that moment.
// Source: Bx registers of BSSY/BSYNC/BREAK (CUDA binary utilities); Hanoi (architectures.md, 6.3).
#pragma once

#include <string>
#include <vector>

#include "isa/base/types.h"

namespace simt {

class ConvergenceBarriers {
 public:
  using Id = int;
  static constexpr Id kNone = -1;

  struct Barrier {
    Pc target = kNoPc;          ///< where the participants reconverge
    unsigned depth = 0;         ///< at this call depth
    Id parent = kNone;          ///< barrier of the region around this one
    LaneMask participants = 0;  ///< lanes inside the region; 0: the slot is free
    LaneMask yielded = 0;       ///< those of them that it does not wait for
  };

  void clear() { all_.clear(); }
  /// A free slot, the lowest one: equal histories give equal numbers.
  Id create(const Barrier& barrier);
  const Barrier& operator[](Id id) const { return all_[static_cast<std::size_t>(id)]; }
  Id count() const { return static_cast<Id>(all_.size()); }

  /// `lanes` passed through barrier `id`, or left its region another way (BREAK).
  void leave(Id id, LaneMask lanes) { leave(at(id), lanes); }
  /// Leaves every barrier from `id` upward, `outer` excluded.
  void leave_until(Id id, Id outer, LaneMask lanes);
  /// The lanes ended.
  void remove(LaneMask lanes);
  /// `lanes`, whose innermost barrier is `id`, yielded; or they are to be waited for again.
  void yield(Id id, LaneMask lanes);
  void unyield(Id id, LaneMask lanes);
  /// Innermost barrier that encloses both; kNone when there is none.
  Id common(Id a, Id b) const;

 private:
  Barrier& at(Id id) { return all_[static_cast<std::size_t>(id)]; }
  static void leave(Barrier& barrier, LaneMask lanes) {
    barrier.participants &= ~lanes;
    barrier.yielded &= ~lanes;
  }

  std::vector<Barrier> all_;
};

}  // namespace simt
