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
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "sim/sm/parts/pipes.h"
#include "sim/sm/parts/scoreboard.h"
#include "sim/sm/scheduler/scheduler.h"

namespace simt {

class ReadySet {
 public:
  /// The slots lie in `memory`, which outlives it.
  explicit ReadySet(unsigned slots,
                    std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : slots_(slots, memory), ages_(slots, 0, memory) {
    for (unsigned slot = 0; slot < slots; ++slot) behind_[index(Gate{})] |= WarpSet{1} << slot;
  }
  /// The order in which warps came, for schedulers.
  void set_age(unsigned slot, std::uint64_t age) { ages_[slot] = age; }

  /// The slot's next instruction can issue from `at` on (kNever: not known), through `gate`.
  [[gnu::always_inline]] inline void schedule(unsigned slot, std::uint64_t at, Gate gate) {
    const WarpSet bit = WarpSet{1} << slot;
    behind_[index(slots_[slot].gate)] &= ~bit;
    slots_[slot].gate = gate;
    behind_[index(gate)] |= bit;
    blocked_ = (blocked_ & ~bit) | (any_closed_ >> index(gate) & 1) << slot;
    if ((ready_ & bit) != 0)
      ready_ &= ~bit;
    else
      remove(slot);
    insert(slot, at);
    due_ = std::min(due_, at);
  }
  /// Nothing passes the gate from `from` on, this cycle or the next one, before `until`.
  void close(Gate gate, std::uint64_t from, std::uint64_t until) {
    Closed& c = closed_[index(gate)];
    if (until <= c.until || until <= from) return;
    if (c.until < from) c.from = from;
    c.total += until - std::max(from, c.until);
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
    const std::uint64_t open = std::max(now, c.from);
    return c.total - (std::max(c.until, open) - open);
  }
  /// Those of them in which a warp that is ready at `now` was so and waited behind its gate.
  std::uint64_t waited_behind_gate(unsigned slot, std::uint64_t now) const {
    return closed_before(slots_[slot].gate, now) - slots_[slot].closed_when_ready;
  }

  /// Warps that are ready at `now`, which does not decrease, and find their gate open.
  WarpSet candidates(std::uint64_t now) {
    if (due_ > now)
      base_ = now;
    else
      wake(now);
    if (reopens_ <= now) reopen(now);
    return ready_ & ~blocked_;
  }
  std::span<const std::uint64_t> ages() const { return ages_; }
  /// The first cycle from `now` on at which candidates() may not be empty.
  std::uint64_t next(std::uint64_t now) const {
    const std::uint64_t opens = ready_ != 0 ? reopens_ : kNever;
    return (ready_ & ~blocked_) != 0 ? now : std::max(now, std::min(due_, opens));
  }
  /// Warps that may issue before `until`: their time comes, or is not known (a barrier may open).
  WarpSet expected(std::uint64_t until) const {
    WarpSet set = ready_;
    for (unsigned slot = 0; slot < slots_.size(); ++slot)
      set |= WarpSet{slots_[slot].ready_at + 1 <= until} << slot;  // kNever + 1 is 0
    return set;
  }
  /// Where the slots lie, for prefetch.
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(slots_)); }

 private:
  struct Slot {
    std::uint64_t ready_at = kNever;
    std::uint64_t closed_when_ready = 0;  ///< cycles that its gate had been closed
    Gate gate{};
  };
  struct Closed {
    std::uint64_t from = 0, until = 0, total = 0;
  };
  static std::size_t index(Gate gate) { return static_cast<std::size_t>(gate); }
  static constexpr unsigned kNear = 64;  // cycles that the calendar covers
  static std::uint64_t day(std::uint64_t cycle) { return std::uint64_t{1} << (cycle % kNear); }
  [[gnu::always_inline]] inline void insert(unsigned slot, std::uint64_t at) {
    at = std::max(at, base_);
    slots_[slot].ready_at = at;
    if (at == kNever) return;
    const WarpSet bit = WarpSet{1} << slot;
    if (at - base_ < kNear) [[likely]] {
      calendar_[at % kNear] |= bit;
      occupied_ |= day(at);
    } else {
      far_ |= bit;
      far_soonest_ = std::min(far_soonest_, at);
    }
  }
  void remove(unsigned slot) {
    const WarpSet bit = WarpSet{1} << slot;
    const std::uint64_t at = slots_[slot].ready_at;
    far_ &= ~bit;
    if ((calendar_[at % kNear] &= ~bit) == 0) occupied_ &= ~day(at);
  }
  /// Moves the warps whose time has come to ready_.
  void wake(std::uint64_t now) {
    WarpSet fresh = 0;
    while (occupied_ != 0) {
      // rotr: days of the calendar, that of base_ in bit 0
      base_ += static_cast<unsigned>(
          std::countr_zero(std::rotr(occupied_, static_cast<int>(base_ % kNear))));
      if (base_ > now) break;
      fresh |= std::exchange(calendar_[base_ % kNear], 0);
      occupied_ &= ~day(base_);
    }
    due_ = occupied_ != 0 ? base_ : kNever;
    base_ = now;
    if (far_soonest_ < now + kNear) fresh |= bring_near(now);
    due_ = std::min(due_, far_soonest_);
    ready_ |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      Slot& slot = slots_[static_cast<unsigned>(std::countr_zero(fresh))];
      slot.closed_when_ready = closed_before(slot.gate, now);
    }
  }
  WarpSet bring_near(std::uint64_t now) {
    WarpSet fresh = 0;
    far_soonest_ = kNever;
    for (WarpSet far = std::exchange(far_, 0); far != 0; far &= far - 1) {
      const auto slot = static_cast<unsigned>(std::countr_zero(far));
      const std::uint64_t at = slots_[slot].ready_at;
      if (at <= now) {
        fresh |= WarpSet{1} << slot;
      } else {
        insert(slot, at);
        due_ = std::min(due_, at);
      }
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
        any_closed_ ^= gates & -gates;
      }
    }
  }

  static constexpr std::size_t kGates = static_cast<std::size_t>(Gate::kCount);
  WarpSet ready_ = 0;           // slots whose time has come
  std::uint64_t due_ = kNever;  // no waiting slot becomes ready before
  // Gates that are closed until reopens_ at least, one bit each, and the slots behind them.
  unsigned any_closed_ = 0;
  WarpSet blocked_ = 0;
  std::uint64_t reopens_ = kNever;
  // The others: in the calendar if due in the next kNear cycles, far if later; else nowhere.
  std::uint64_t base_ = 0;      // no slot waits for a cycle before
  std::uint64_t occupied_ = 0;  // days with a slot
  WarpSet far_ = 0;
  std::uint64_t far_soonest_ = kNever;
  std::pmr::vector<Slot> slots_;
  std::pmr::vector<std::uint64_t> ages_;  // by slot
  std::array<WarpSet, kGates> behind_{};
  std::array<Closed, kGates> closed_{};
  std::array<WarpSet, kNear> calendar_{};
};

}  // namespace simt
