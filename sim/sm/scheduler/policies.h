// The policies that make_scheduler makes.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "sim/sm/scheduler/scheduler.h"

namespace simt {

inline unsigned oldest_of(WarpSet ready, std::span<const std::uint64_t> age) {
  unsigned best = static_cast<unsigned>(std::countr_zero(ready));
  for (WarpSet rest = ready & (ready - 1); rest != 0; rest &= rest - 1) {
    const unsigned slot = static_cast<unsigned>(std::countr_zero(rest));
    if (age[slot] < age[best]) best = slot;
  }
  return best;
}
/// The first set bit from `first` on, wrapping.
inline unsigned next_from(WarpSet ready, unsigned first) {
  const WarpSet rotated = std::rotr(ready, static_cast<int>(first % 32));
  return (first + static_cast<unsigned>(std::countr_zero(rotated))) % 32;
}
/// The first set bit above `last`, wrapping.
inline unsigned next_after(WarpSet ready, unsigned last) {
  return next_from(ready, last + 1);
}

/// Loose round robin: the next ready slot after the one that issued last.
class LooseRoundRobin final : public WarpScheduler {
 public:
  unsigned pick(WarpSet ready, std::span<const std::uint64_t>) const override {
    return next_after(ready, last_);
  }
  void issued(unsigned slot) override { last_ = slot; }

 private:
  unsigned last_ = 31;
};

/// Oldest ready warp.
class OldestFirst final : public WarpScheduler {
 public:
  unsigned pick(WarpSet ready, std::span<const std::uint64_t> age) const override {
    return oldest_of(ready, age);
  }
  void issued(unsigned) override {}
};

/// Greedy then oldest (Rogers et al., MICRO 2012): stay with a warp while it is ready.
class GreedyThenOldest final : public WarpScheduler {
 public:
  unsigned pick(WarpSet ready, std::span<const std::uint64_t> age) const override {
    return (ready >> last_) & 1 ? last_ : oldest_of(ready, age);
  }
  void issued(unsigned slot) override { last_ = slot; }

 private:
  unsigned last_ = 31;
};

/// Greedy then round robin: stay with a warp while it is ready, then the next ready slot after it.
/// Source: loops of 16 and 32 warps timed on an H200, in which all warps take as long (ALU alone:
/// 53 to 60 cycles a trip of eight instructions where 8 warps share a scheduler, here 59; with the
/// oldest first 30 to 72), while a lone row of 128 additions of one warp is not interrupted.
class GreedyThenNext final : public WarpScheduler {
 public:
  unsigned pick(WarpSet ready, std::span<const std::uint64_t>) const override {
    return next_from(ready, last_);
  }
  void issued(unsigned slot) override { last_ = slot; }

 private:
  unsigned last_ = 31;
};

/// Two-level (Narasiman et al., MICRO 2011): round robin within a fetch group of eight slots; the
/// next group takes over when no warp of the present one is ready.
class TwoLevel final : public WarpScheduler {
 public:
  unsigned pick(WarpSet ready, std::span<const std::uint64_t>) const override {
    const WarpSet group = WarpSet{0xff} << (last_ / 8 * 8);
    return next_after(ready & group ? ready & group : ready, last_);
  }
  void issued(unsigned slot) override { last_ = slot; }

 private:
  unsigned last_ = 31;
};

}  // namespace simt
