// Which warps of one scheduler could issue: their next instruction's operands are ready and the
// port that it needs is free. Answers in a few operations a cycle, however many warps wait.
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
#include <utility>
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
    remove(slot);
    behind_[index(gate_[slot])] &= ~bit;
    behind_[index(gate)] |= bit;
    gate_[slot] = gate;
    age_[slot] = age;
    insert(slot, at);
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
  /// The first cycle at which the gate is open again; in the past: it is open.
  std::uint64_t open_at(Gate gate) const { return closed_[index(gate)].until; }
  /// Cycles before `now` in which the gate was closed.
  std::uint64_t closed_before(Gate gate, std::uint64_t now) const {
    const Closed& c = closed_[index(gate)];
    return c.total - (c.until > now ? c.until - now : 0);
  }

  /// Warps that are ready at `now`, which does not decrease, and find their gate open.
  /// `became_ready(slot)` is called for each warp when it is first seen ready.
  template <class BecameReady>
  WarpSet candidates(std::uint64_t now, BecameReady&& became_ready) {
    for (WarpSet fresh = wake(now); fresh != 0; fresh &= fresh - 1)
      became_ready(static_cast<unsigned>(std::countr_zero(fresh)));
    return ready_ & ~behind_closed(now);
  }
  std::span<const std::uint64_t> ages() const { return age_; }
  /// The first cycle from `now` on at which candidates() may not be empty.
  std::uint64_t next(std::uint64_t now) {
    const WarpSet blocked = behind_closed(now);
    if ((ready_ & ~blocked) != 0) return now;
    std::uint64_t at = far_soonest_;
    if (occupied_ != 0)
      at = std::min(at, base_ + static_cast<unsigned>(std::countr_zero(from_base())));
    for (unsigned gates = any_closed_; gates != 0; gates &= gates - 1) {
      const auto g = static_cast<std::size_t>(std::countr_zero(gates));
      if ((behind_[g] & ready_) != 0) at = std::min(at, closed_[g].until);
    }
    return std::max(now, at);
  }

 private:
  struct Closed {
    std::uint64_t until = 0, total = 0;
  };
  static constexpr unsigned kNear = 64;  // cycles that the calendar covers
  static std::size_t index(Gate gate) { return static_cast<std::size_t>(gate); }

  /// Days of the calendar with a warp, the first one in bit 0.
  std::uint64_t from_base() const { return std::rotr(occupied_, static_cast<int>(base_ % kNear)); }
  void insert(unsigned slot, std::uint64_t at) {
    at = std::max(at, base_);
    ready_at_[slot] = at;
    const WarpSet bit = WarpSet{1} << slot;
    if (at - base_ < kNear) {
      calendar_[at % kNear] |= bit;
      occupied_ |= std::uint64_t{1} << (at % kNear);
    } else {
      far_ |= bit;
      far_soonest_ = std::min(far_soonest_, at);
    }
  }
  void remove(unsigned slot) {
    const WarpSet bit = WarpSet{1} << slot;
    if (((ready_ | far_) & bit) != 0) {
      ready_ &= ~bit;
      far_ &= ~bit;
      return;
    }
    const std::uint64_t day = ready_at_[slot] % kNear;
    calendar_[day] &= ~bit;
    if (calendar_[day] == 0) occupied_ &= ~(std::uint64_t{1} << day);
  }
  /// Moves the warps whose time has come to ready_; returns them.
  WarpSet wake(std::uint64_t now) {
    WarpSet fresh = 0;
    const std::uint64_t passed = now - base_ + 1;
    std::uint64_t days = from_base();
    if (passed < kNear) days &= (std::uint64_t{1} << passed) - 1;
    for (; days != 0; days &= days - 1) {
      const std::uint64_t day = (base_ + static_cast<unsigned>(std::countr_zero(days))) % kNear;
      fresh |= calendar_[day];
      calendar_[day] = 0;
      occupied_ &= ~(std::uint64_t{1} << day);
    }
    ready_ |= fresh;
    base_ = now;
    if (far_soonest_ >= base_ + kNear) return fresh;
    return fresh | bring_near(now);
  }
  WarpSet bring_near(std::uint64_t now) {
    WarpSet fresh = 0;
    far_soonest_ = kNever;
    for (WarpSet far = std::exchange(far_, 0); far != 0; far &= far - 1) {
      const auto slot = static_cast<unsigned>(std::countr_zero(far));
      if (ready_at_[slot] <= now)
        fresh |= WarpSet{1} << slot;
      else
        insert(slot, ready_at_[slot]);
    }
    ready_ |= fresh;
    return fresh;
  }

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

  static constexpr std::size_t kGates = static_cast<std::size_t>(Gate::kCount);
  std::vector<std::uint64_t> ready_at_, age_;  // by slot
  std::vector<Gate> gate_;
  WarpSet ready_ = 0;  // slots whose time has come
  // The others: in the calendar when their time is one of the next kNear cycles, else far.
  std::array<WarpSet, kNear> calendar_{};
  std::uint64_t occupied_ = 0;  // days with a warp
  std::uint64_t base_ = 0;      // the last cycle that candidates() was asked about
  WarpSet far_ = 0;
  std::uint64_t far_soonest_ = kNever;
  std::array<WarpSet, kGates> behind_{};
  std::array<Closed, kGates> closed_{};
  unsigned any_closed_ = 0;  // gates that may be closed, one bit each
};

}  // namespace simt
