// Warps of the SM that runs next, whose operands the host is told of while one SM runs: those of
// one warp in each of its cycles. All at once they are more than the host fetches at a time, and
// what it lets fall it has to wait for later (docs/PERFORMANCE.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/sm/core/warp.h"

namespace simt {

class Sm;

class WarpsAhead {
 public:
  /// Adds the warps of `sm` that may issue before `until`; they are near, their operands are not.
  /// Of one SM.
  void add(const Sm& sm, std::uint64_t until);
  bool empty() const { return count_ == 0; }
  /// Tells the host of the operands of one of them.
  void bring_one();
  void bring_all() {
    while (!empty()) bring_one();
  }

 private:
  const Sm* sm_ = nullptr;
  unsigned count_ = 0;
  std::array<const Warp*, 64> warps_;  ///< of more than so many the others are left out
};

}  // namespace simt
