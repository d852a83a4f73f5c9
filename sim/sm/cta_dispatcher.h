// Hands out the CTAs of the grids on the device: those of a grid of higher priority first, of one
// priority those of an earlier grid before those of a later one, each in order of the linear index;
// CTAs that have started stay. Of a grid that comes to an idle device the first wave at
// once, the others at the rate of the GPU's one distributor. Source: starts of 4096 CTAs timed on
// an H200 (kernels/micro/launch_clock.ir): 132 SMs begin within 20 cycles. That a later grid gets
// what an earlier one leaves once all of its CTAs have started: Amert et al., "GPU scheduling on
// the NVIDIA TX2", RTSS 2017. Priorities: CUDA C++ Programming Guide, "Stream Priorities"
// (tests/programs/priorities.cu ran on an H200).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "sim/sm/core/grid.h"

namespace simt {

class CtaDispatcher {
 public:
  /// `interval`: cycles between two CTAs, whole GPU.
  explicit CtaDispatcher(double interval) : interval_(interval) {}

  void add(Grid& grid) {
    if (grid.not_started() == 0) return;
    const auto place = std::ranges::upper_bound(waiting_, grid.priority(), {}, &Grid::priority);
    waiting_.insert(place, &grid);
  }
  bool empty() const { return waiting_.empty(); }
  /// Whose CTAs come next. Not empty.
  Grid& front() const { return *waiting_.front(); }

  struct Cta {
    Grid* grid;
    Grid::Cta cta;
    std::uint64_t at;  ///< when it is sent
  };
  /// The next CTA of a first wave at cycle `now`: all SMs take theirs at once. The distributor is
  /// busy with it all the same, and only then sends others.
  Cta take_first(std::uint64_t now) {
    free_ = std::max(free_, static_cast<double>(now)) + interval_;
    return next(now);
  }
  /// The next CTA for an SM that has room from cycle `now` on; `now` does not decrease.
  Cta take(std::uint64_t now) {
    free_ = std::max(free_, static_cast<double>(now));
    const auto at = static_cast<std::uint64_t>(free_);
    free_ += interval_;
    return next(at);
  }
  /// Of all grids.
  std::uint64_t left() const {
    std::uint64_t sum = 0;
    for (const Grid* grid : waiting_) sum += grid->not_started();
    return sum;
  }

 private:
  Cta next(std::uint64_t at) {
    Grid& grid = front();
    const Cta out{&grid, grid.take(), at};
    if (grid.not_started() == 0) waiting_.pop_front();
    return out;
  }

  std::deque<Grid*> waiting_;  // by priority, then in order of their launches
  double interval_, free_ = 0;
};

}  // namespace simt
