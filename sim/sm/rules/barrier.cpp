#include "sim/sm/rules/barrier.h"

#include <bit>
#include <utility>

namespace simt {

void CtaBarriers::reset(unsigned live_warps, unsigned warp_size) {
  for (std::uint32_t used = std::exchange(used_, 0); used != 0; used &= used - 1) {
    Barrier& b = barrier_[static_cast<unsigned>(std::countr_zero(used))];
    b.expected = b.arrived_warps = b.threads = b.threads_true = 0;
    b.warps = 0;
    b.read = false;
    b.waiters.clear();
  }
  arrived_ = 0;
  live_warps_ = live_warps;
  warp_size_ = warp_size;
}

void CtaBarriers::park(unsigned id, const Waiter& waiter, unsigned threads_true) {
  Barrier& b = barrier_[id];
  used_ |= std::uint32_t{1} << id;
  b.waiters.push_back(waiter);
  b.warps |= std::uint64_t{1} << waiter.warp;
  b.threads += count_lanes(waiter.lanes);
  b.threads_true += threads_true;
  b.read |= waiter.reads;
}

void CtaBarriers::arrive(unsigned id, unsigned count) {
  Barrier& b = barrier_[id];
  used_ |= std::uint32_t{1} << id;
  arrived_ |= std::uint32_t{1} << id;
  b.expected = count;
  ++b.arrived_warps;
}

bool CtaBarriers::opens(unsigned id) const {
  const Barrier& b = barrier_[id];
  if (b.arrived_warps == 0) return false;
  return b.expected == 0 ? b.arrived_warps >= live_warps_
                         : b.arrived_warps * warp_size_ >= b.expected;
}

CtaBarriers::Opened CtaBarriers::open(unsigned id) {
  Barrier& b = barrier_[id];
  Opened out{std::exchange(b.waiters, std::exchange(spare_, {})), b.threads, b.threads_true,
             std::exchange(b.warps, 0), std::exchange(b.read, false)};
  b.expected = b.arrived_warps = b.threads = b.threads_true = 0;
  arrived_ &= ~(std::uint32_t{1} << id);
  return out;
}

void CtaBarriers::done_with(Opened&& opened) {
  spare_ = std::move(opened.waiters);
  spare_.clear();
}

}  // namespace simt
