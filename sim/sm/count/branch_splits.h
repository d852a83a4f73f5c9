// What is known of the executions of one branch in which lanes of a warp parted: what advice is
// about. Apart from LineCounters, as the worst accesses are.
#pragma once

#include <algorithm>
#include <cstdint>

namespace simt {

/// Sums over LineCounters::splits executions.
struct BranchSplits {
  /// Lanes of one execution: all, those that jump, and those that take another way than most.
  struct Parting {
    unsigned lanes = 0, jump = 0, fewer = 0;
  };

  std::uint64_t lanes = 0, jump = 0, fewer = 0;
  unsigned least = 0, most = 0;  ///< of `fewer`, in one execution
  std::uint64_t warps = 0;       ///< that parted here at least once
  std::uint64_t blocks = 0;      ///< that have such a warp

  bool operator==(const BranchSplits&) const = default;
  void add(const Parting& p) { *this += {p.lanes, p.jump, p.fewer, p.fewer, p.fewer, 0, 0}; }
  BranchSplits& operator+=(const BranchSplits& o) {
    if (o.lanes == 0) return *this;
    least = lanes == 0 ? o.least : std::min(least, o.least);
    most = std::max(most, o.most);
    lanes += o.lanes;
    jump += o.jump;
    fewer += o.fewer;
    warps += o.warps;
    blocks += o.blocks;
    return *this;
  }
};

}  // namespace simt
