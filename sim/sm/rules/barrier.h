// Named CTA barriers (bar.sync/arrive/red), counted in warps as PTX ISA 9.7.13.1 states: a warp
// arrives when all its threads that have not exited have; a count is a number of threads, a
// multiple of the warp size. When a warp arrives: warp_at_barrier.h. No clock: who runs the warps
// asks whether a barrier has opened.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "isa/core/program.h"

namespace simt {

class CtaBarriers {
 public:
  void reset(unsigned live_warps, unsigned warp_size);

  struct Waiter {
    unsigned warp;  ///< index in the CTA
    Pc pc;          ///< of its bar instruction
    LaneMask lanes;
    bool reads = false;  ///< what the barrier has counted (bar.red)
  };
  /// Lanes of a warp park at barrier `id`; `threads_true` of them contribute true (bar.red).
  void park(unsigned id, const Waiter& waiter, unsigned threads_true);
  /// A warp has arrived with all its live lanes (parked, or by bar.arrive).
  /// `count`: threads expected; 0: every warp of the CTA.
  void arrive(unsigned id, unsigned count);
  /// A warp has ended: barriers without a count expect one less.
  void warp_ended() { --live_warps_; }

  bool opens(unsigned id) const;
  /// Barriers at which a warp has arrived, one bit each: no other one opens.
  std::uint32_t arrived() const { return arrived_; }
  /// Calls f(id) for each barrier that opens, as after the end of a warp.
  template <class F>
  void for_each_that_opens(F&& f) const {
    for (std::uint32_t ids = arrived_; ids != 0; ids &= ids - 1) {
      const auto id = static_cast<unsigned>(std::countr_zero(ids));
      if (opens(id)) f(id);
    }
  }
  struct Opened {
    std::vector<Waiter> waiters;
    unsigned threads = 0, threads_true = 0;
    std::uint64_t warps = 0;  ///< that waited, one bit each
    bool read = false;        ///< a waiter reads what it has counted
  };
  /// Resets barrier `id` and hands out who waited. Call when opens(id).
  Opened open(unsigned id);
  /// Takes back what open() handed out, to use its memory again.
  void done_with(Opened&& opened);
  const std::vector<Waiter>& waiters(unsigned id) const { return barrier_[id].waiters; }
  unsigned arrived_warps(unsigned id) const { return barrier_[id].arrived_warps; }
  /// How many have to arrive.
  unsigned expected_warps(unsigned id) const {
    const unsigned threads = barrier_[id].expected;
    return threads == 0 ? live_warps_ : (threads + warp_size_ - 1) / warp_size_;
  }

 private:
  struct Barrier {
    unsigned expected = 0;  ///< threads; 0: all live warps
    unsigned arrived_warps = 0;
    unsigned threads = 0, threads_true = 0;
    std::uint64_t warps = 0;
    bool read = false;
    std::vector<Waiter> waiters;
  };
  std::array<Barrier, kNamedBarriers> barrier_;
  std::uint32_t used_ = 0, arrived_ = 0;  ///< one bit each: since reset(), since it opened
  std::vector<Waiter> spare_;             ///< empty
  unsigned live_warps_ = 0, warp_size_ = 32;
};

}  // namespace simt
