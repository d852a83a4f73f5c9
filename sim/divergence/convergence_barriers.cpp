#include "sim/divergence/convergence_barriers.h"

#include <algorithm>

namespace simt {

ConvergenceBarriers::Id ConvergenceBarriers::create(const Barrier& barrier) {
  const auto free =
      std::find_if(all_.begin(), all_.end(), [](const Barrier& b) { return b.participants == 0; });
  const auto id = static_cast<Id>(free - all_.begin());
  if (free == all_.end()) {
    all_.push_back(barrier);
  } else {
    *free = barrier;
  }
  return id;
}

void ConvergenceBarriers::leave_until(Id id, Id outer, LaneMask lanes) {
  for (; id != outer; id = (*this)[id].parent) leave(id, lanes);
}

void ConvergenceBarriers::remove(LaneMask lanes) {
  for (Barrier& barrier : all_) leave(barrier, lanes);
}

void ConvergenceBarriers::yield(Id id, LaneMask lanes) {
  for (; id != kNone; id = (*this)[id].parent) at(id).yielded |= lanes;
}

void ConvergenceBarriers::unyield(Id id, LaneMask lanes) {
  for (; id != kNone; id = (*this)[id].parent) at(id).yielded &= ~lanes;
}

ConvergenceBarriers::Id ConvergenceBarriers::common(Id a, Id b) const {
  for (; a != kNone; a = (*this)[a].parent) {
    for (Id up = b; up != kNone; up = (*this)[up].parent) {
      if (up == a) return a;
    }
  }
  return kNone;
}

}  // namespace simt
