// Hands out CTAs in order of their linear index: those of the first wave at once, the others at the
// rate of the GPU's one distributor. Source: starts of 4096 CTAs timed on an H200
// (kernels/micro/launch_clock.ir): 132 SMs begin within 20 cycles.
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
  /// The next CTA of the first wave, at cycle 0: all SMs take theirs at once. The distributor is
  /// busy with it all the same, and only then sends others.
  Cta take_first() {
    free_ += interval_;
    return next(0);
  }
  /// The next CTA for an SM that has room from cycle `now` on; `now` does not decrease.
  Cta take(std::uint64_t now) {
    free_ = std::max(free_, static_cast<double>(now));
    const auto at = static_cast<std::uint64_t>(free_);
    free_ += interval_;
    return next(at);
  }
  std::uint64_t count() const { return count_; }
  std::uint64_t left() const { return count_ - next_; }

 private:
  Cta next(std::uint64_t at) {
    const std::uint64_t linear = next_++;
    return {linear,
            {static_cast<std::uint32_t>(linear % grid_.x),
             static_cast<std::uint32_t>(linear / grid_.x % grid_.y),
             static_cast<std::uint32_t>(linear / grid_.x / grid_.y)},
            at};
  }

  Dim3 grid_;
  std::uint64_t count_, next_ = 0;
  double interval_, free_ = 0;
};

}  // namespace simt
