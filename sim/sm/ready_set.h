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
    if (gate != gate_[slot]) {
      behind_[index(gate_[slot])] &= ~bit;
      gate_[slot] = gate;
    }
    behind_[index(gate)] |= bit;
    blocked_ = (any_closed_ >> index(gate) & 1) != 0 ? blocked_ | bit : blocked_ & ~bit;
    age_[slot] = age;
    if ((ready_ & bit) != 0)
      ready_ &= ~bit;
    else
      remove(slot);
    insert(slot, at);
    due_ = std::min(due_, at);
  }
  /// Nothing passes the gate before `until`; seen at `now`.
  void close(Gate gate, std::uint64_t now, std::uint64_t until) {
    Closed& c = closed_[index(gate)];
    if (until <= c.until || until <= now) return;
    c.total += until - std::max(now, c.until);
    c.until = until;
    any_closed_ |= 1u << index(gate);
    blocked_ |= behind_[index(gate)];
    reopens_ = std::min(reopens_, until);
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
    if (due_ > now)
      base_ = now;
    else
      for (WarpSet fresh = wake(now); fresh != 0; fresh &= fresh - 1)
        became_ready(static_cast<unsigned>(std::countr_zero(fresh)));
    if (reopens_ <= now) reopen(now);
    return ready_ & ~blocked_;
  }
  std::span<const std::uint64_t> ages() const { return age_; }
  /// The first cycle from `now` on at which candidates() may not be empty.
  std::uint64_t next(std::uint64_t now) {
    if (reopens_ <= now) reopen(now);
    if ((ready_ & ~blocked_) != 0) return now;
    return std::max(now, ready_ != 0 ? std::min(due_, reopens_) : due_);
  }

 private:
  struct Closed {
    std::uint64_t until = 0, total = 0;
  };
  static std::size_t index(Gate gate) { return static_cast<std::size_t>(gate); }

  static constexpr unsigned kNear = 64;  // cycles that the calendar covers
  static std::uint64_t day(std::uint64_t cycle) { return std::uint64_t{1} << (cycle % kNear); }

  void insert(unsigned slot, std::uint64_t at) {
    at = std::max(at, base_);
    ready_at_[slot] = at;
    const WarpSet bit = WarpSet{1} << slot;
    if (at - base_ < kNear) {
      calendar_[at % kNear] |= bit;
      occupied_ |= day(at);
    } else {
      far_ |= bit;
      far_soonest_ = std::min(far_soonest_, at);
    }
  }
  void remove(unsigned slot) {
    const WarpSet bit = WarpSet{1} << slot;
    const std::uint64_t at = ready_at_[slot];
    far_ &= ~bit;
    if ((calendar_[at % kNear] &= ~bit) == 0) occupied_ &= ~day(at);
  }
  /// Moves the warps whose time has come to ready_; returns them.
  WarpSet wake(std::uint64_t now) {
    WarpSet fresh = 0;
    const std::uint64_t last = std::min(now, base_ + kNear - 1);
    for (; base_ <= last; ++base_) {
      base_ += static_cast<unsigned>(std::countr_zero(from_base()));  // 64: none
      if (base_ > last) break;
      fresh |= std::exchange(calendar_[base_ % kNear], 0);
      occupied_ &= ~day(base_);
    }
    base_ = now;
    if (far_soonest_ < now + kNear) fresh |= bring_near(now);
    due_ = far_soonest_;
    if (occupied_ != 0)
      due_ = std::min(due_, base_ + static_cast<unsigned>(std::countr_zero(from_base())));
    ready_ |= fresh;
    return fresh;
  }
  /// Days of the calendar with a warp, the first one in bit 0.
  std::uint64_t from_base() const { return std::rotr(occupied_, static_cast<int>(base_ % kNear)); }
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
    return fresh;
  }
  /// Opens the gates whose time has come.
  void reopen(std::uint64_t now) {
    blocked_ = 0;
    reopens_ = kNever;
    for (unsigned gates = any_closed_; gates != 0; gates &= gates - 1) {
      const auto g = static_cast<std::size_t>(std::countr_zero(gates));
      if (closed_[g].until > now) {
        blocked_ |= behind_[g];
        reopens_ = std::min(reopens_, closed_[g].until);
      } else {
        any_closed_ &= ~(1u << g);
      }
    }
  }

  static constexpr std::size_t kGates = static_cast<std::size_t>(Gate::kCount);
  WarpSet ready_ = 0;               // slots whose time has come
  WarpSet blocked_ = 0;             // slots behind a closed gate
  unsigned any_closed_ = 0;         // gates that may be closed, one bit each
  std::uint64_t due_ = kNever;      // no waiting slot becomes ready before
  std::uint64_t reopens_ = kNever;  // no closed gate opens before
  // The others: in the calendar when their time is one of the next kNear cycles, else far.
  std::uint64_t base_ = 0;      // no slot waits for a cycle before
  std::uint64_t occupied_ = 0;  // days with a slot
  WarpSet far_ = 0;
  std::uint64_t far_soonest_ = kNever;
  std::vector<std::uint64_t> ready_at_, age_;  // by slot
  std::vector<Gate> gate_;
  std::array<WarpSet, kGates> behind_{};
  std::array<Closed, kGates> closed_{};
  std::array<WarpSet, kNear> calendar_{};
};

}  // namespace simt
