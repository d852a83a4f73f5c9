// Which warps of one scheduler could issue: their next instruction's operands are ready and the port
// that it needs is free. Answers in a few operations a cycle, however many warps wait.
//
// A gate is what an instruction must find open: the issue port of its pipe, room in the load/store
// queue. While a gate is closed the ready warps behind it wait (math pipe, MIO or LG throttle); the
// gate adds up how long it was closed, so that a warp that issues knows its share of the wait.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/sm/pipes.h"
#include "sim/sm/scheduler/scheduler.h"
#include "sim/sm/scoreboard.h"

namespace simt {

class ReadySet {
 public:
  explicit ReadySet(unsigned slots) : ready_at_(slots, kNever), age_(slots, 0), gate_(slots) {}

  /// The slot's next instruction can issue from `at` on (kNever: not known), through `gate`.
  void schedule(unsigned slot, std::uint64_t at, Gate gate, std::uint64_t age) {
    const WarpSet bit = WarpSet{1} << slot;
    behind_[index(gate_[slot])] &= ~bit;
    behind_[index(gate)] |= bit;
    gate_[slot] = gate;
    ready_at_[slot] = at;
    age_[slot] = age;
    ready_ &= ~bit;
    soonest_ = std::min(soonest_, at);
  }
  /// Nothing passes the gate before `until`; seen at `now`.
  void close(Gate gate, std::uint64_t now, std::uint64_t until) {
    Closed& c = closed_[index(gate)];
    if (until <= c.until || until <= now) return;
    c.total += until - std::max(now, c.until);
    c.until = until;
    any_closed_ |= 1u << index(gate);
  }
  bool is_closed(Gate gate, std::uint64_t now) const { return closed_[index(gate)].until > now; }
  /// Cycles before `now` in which the gate was closed.
  std::uint64_t closed_before(Gate gate, std::uint64_t now) const {
    const Closed& c = closed_[index(gate)];
    return c.total - (c.until > now ? c.until - now : 0);
  }

  /// Warps that are ready at `now` and find their gate open. `became_ready(slot)` is called for
  /// each warp when it is first seen ready.
  template <class BecameReady>
  WarpSet candidates(std::uint64_t now, BecameReady&& became_ready) {
    if (soonest_ <= now) wake(now, became_ready);
    return ready_ & ~behind_closed(now);
  }
  std::span<const std::uint64_t> ages() const { return age_; }
  /// The first cycle from `now` on at which candidates() may not be empty.
  std::uint64_t next(std::uint64_t now) {
    const WarpSet blocked = behind_closed(now);
    if ((ready_ & ~blocked) != 0) return now;
    std::uint64_t at = soonest_;
    for (unsigned gates = any_closed_; gates != 0; gates &= gates - 1) {
      const auto g = static_cast<std::size_t>(std::countr_zero(gates));
      if ((behind_[g] & ready_) != 0) at = std::min(at, closed_[g].until);
    }
    return at;
  }

 private:
  struct Closed {
    std::uint64_t until = 0, total = 0;
  };
  static std::size_t index(Gate gate) { return static_cast<std::size_t>(gate); }

  WarpSet behind_closed(std::uint64_t now) {
    WarpSet blocked = 0;
    for (unsigned gates = any_closed_; gates != 0; gates &= gates - 1) {
      const auto g = static_cast<std::size_t>(std::countr_zero(gates));
      if (closed_[g].until > now)
        blocked |= behind_[g];
      else
        any_closed_ &= ~(1u << g);
    }
    return blocked;
  }
  template <class BecameReady>
  void wake(std::uint64_t now, BecameReady&& became_ready) {
    WarpSet ready = 0;
    std::uint64_t soonest = kNever;
    for (unsigned s = 0; s < ready_at_.size(); ++s) {
      const std::uint64_t at = ready_at_[s];
      ready |= WarpSet{at <= now} << s;
      soonest = std::min(soonest, at <= now ? kNever : at);
    }
    for (WarpSet fresh = ready & ~ready_; fresh != 0; fresh &= fresh - 1)
      became_ready(static_cast<unsigned>(std::countr_zero(fresh)));
    ready_ = ready;
    soonest_ = soonest;
  }

  static constexpr std::size_t kGates = static_cast<std::size_t>(Gate::kCount);
  std::vector<std::uint64_t> ready_at_, age_;  // by slot
  std::vector<Gate> gate_;
  WarpSet ready_ = 0;               // slots whose time has come
  std::uint64_t soonest_ = kNever;  // no later than the first time of the others
  std::array<WarpSet, kGates> behind_{};
  std::array<Closed, kGates> closed_{};
  unsigned any_closed_ = 0;  // gates that may be closed, one bit each
};

}  // namespace simt
