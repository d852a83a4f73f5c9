// What the host is told of while one SM runs: a few lines in each of its cycles. All SMs together
// are larger than the host's caches, and the host fetches no more than some lines at a time: one
// that is told of many at once waits until it has most of them (docs/PERFORMANCE.md). Of the SM
// that runs next the operands of its warps; of the one after it the warps; of the third one its
// schedulers, which say which warps those are. Changes nothing but the time of a simulation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/sm/core/warp.h"

namespace simt {

class Sm;

class WarpsAhead {
 public:
  /// An SM is about to run, and two turns later `second`, then `third`: those of them that do
  /// anything before `until`, else nullptr. What was told of before is brought to its end.
  void turn(const Sm* second, const Sm* third, std::uint64_t until);
  bool empty() const { return at_ == end_; }
  /// Tells the host of the next few lines.
  void bring_some();
  void bring_all() {
    while (!empty()) bring_some();
  }

 private:
  /// Warps of an SM that may issue.
  struct List {
    const Sm* sm = nullptr;
    unsigned count = 0, brought = 0;
    std::array<const Warp*, 64> warps;  ///< of more than so many the others are left out
  };
  void list_warps(const Sm& sm, std::uint64_t until);
  void range(const void* from, std::size_t bytes);
  void next_range();
  bool next_operands();
  bool next_warp();
  bool next_schedulers();

  const char *at_ = nullptr, *end_ = nullptr;  ///< lines that are told of now; empty: all are
  List operands_, warps_;
  bool registers_brought_ = false;  ///< of the warp whose operands are next
  const Sm* schedulers_ = nullptr;
  bool sm_brought_ = false;  ///< itself, of the one whose schedulers are next
};

}  // namespace simt
