// Hands out CTAs in order of their linear index, at the rate of the GPU's one distributor.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/exec/executor.h"

namespace simt {

class CtaDistributor {
 public:
  /// `interval`: cycles between two CTAs, whole GPU.
  CtaDistributor(const Dim3& grid, double interval)
      : grid_(grid), count_(grid.count()), interval_(interval) {}

  struct Cta {
    std::uint64_t linear;
    Dim3 id;
    std::uint64_t at;  ///< when it is sent
  };
  bool empty() const { return next_ == count_; }
  /// The next CTA for an SM that has room from cycle `now` on; `now` does not decrease.
  Cta take(std::uint64_t now) {
    free_ = std::max(free_, static_cast<double>(now));
    const auto at = static_cast<std::uint64_t>(free_);
    free_ += interval_;
    const std::uint64_t linear = next_++;
    return {linear,
            {static_cast<std::uint32_t>(linear % grid_.x),
             static_cast<std::uint32_t>(linear / grid_.x % grid_.y),
             static_cast<std::uint32_t>(linear / grid_.x / grid_.y)},
            at};
  }
  std::uint64_t count() const { return count_; }

 private:
  Dim3 grid_;
  std::uint64_t count_, next_ = 0;
  double interval_, free_ = 0;
};

}  // namespace simt
