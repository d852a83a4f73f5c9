#include "sim/views/happens_before.h"

#include <algorithm>

namespace simt {

void HappensBefore::start_warp(std::uint32_t warp) {
  if (clocks_.size() <= warp) {
    clocks_.resize(warp + 1);
    for (Clock& clock : clocks_) clock.resize(clocks_.size(), 0);
  }
  clocks_[warp][warp] = 1;
}

void HappensBefore::end_warp(std::uint32_t warp) {
  join(ended_, clocks_[warp]);
}

void HappensBefore::arrive(std::uint32_t warp, const BarrierArrival& arrival) {
  Barrier& b = barriers_[arrival.barrier];
  join(b.arrived, clocks_[warp]);
  ++clocks_[warp][warp];
  b.whole_cta = arrival.threads == 0;
  if (arrival.waits) b.waiting.push_back(warp);
}

void HappensBefore::open(std::uint32_t barrier) {
  Barrier& b = barriers_[barrier];
  if (b.whole_cta) join(b.arrived, ended_);
  for (const std::uint32_t warp : b.waiting) join(clocks_[warp], b.arrived);
  b.arrived.clear();
  b.waiting.clear();
}

void HappensBefore::arrive_at(std::uint32_t address, std::uint32_t warp) {
  join(mbarriers_[address], clocks_[warp]);
  ++clocks_[warp][warp];
}

void HappensBefore::waited_at(std::uint32_t address, std::uint32_t warp) {
  join(clocks_[warp], mbarriers_[address]);
}

void HappensBefore::join(Clock& clock, const Clock& other) {
  if (clock.size() < other.size()) clock.resize(other.size(), 0);
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

}  // namespace simt
