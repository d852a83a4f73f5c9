#include "sim/sm/barrier.h"

#include <utility>

namespace simt {

void CtaBarriers::reset(unsigned live_warps, unsigned warp_size) {
  for (Barrier& b : barrier_) {
    b.expected = b.arrived_warps = b.threads = b.threads_true = 0;
    b.waiters.clear();
  }
  live_warps_ = live_warps;
  warp_size_ = warp_size;
}

void CtaBarriers::park(unsigned id, const Waiter& waiter, unsigned threads_true) {
  Barrier& b = barrier_[id];
  b.waiters.push_back(waiter);
  b.threads += count_lanes(waiter.lanes);
  b.threads_true += threads_true;
}

void CtaBarriers::arrive(unsigned id, unsigned count) {
  Barrier& b = barrier_[id];
  b.expected = count;
  ++b.arrived_warps;
}

void CtaBarriers::warp_ended() {
  --live_warps_;
}

bool CtaBarriers::opens(unsigned id) const {
  const Barrier& b = barrier_[id];
  if (b.arrived_warps == 0) return false;
  return b.expected == 0 ? b.arrived_warps >= live_warps_
                         : b.arrived_warps * warp_size_ >= b.expected;
}

CtaBarriers::Opened CtaBarriers::open(unsigned id) {
  Barrier& b = barrier_[id];
  Opened out{std::exchange(b.waiters, {}), b.threads, b.threads_true};
  b.expected = b.arrived_warps = b.threads = b.threads_true = 0;
  return out;
}

}  // namespace simt
