// The one port of an SM to its barrier unit: warps of all sub-partitions and CTAs arrive one after
// the other, and what a barrier has counted (bar.red) is read through it too.
// Source: 1 to 32 warps, one and two CTAs an SM, timed on an H200 (kernels/micro/barrier.ir).
#pragma once

#include <algorithm>
#include <cstdint>

namespace simt {

class BarrierPort {
 public:
  /// A use that could begin at `now` and has the port for `interval` cycles: when it begins.
  std::uint64_t take(std::uint64_t now, unsigned interval) {
    const std::uint64_t start = std::max(now, free_);
    free_ = start + interval;
    return start;
  }

 private:
  std::uint64_t free_ = 0;
};

}  // namespace simt
