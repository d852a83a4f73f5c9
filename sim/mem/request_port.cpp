#include "sim/mem/request_port.h"

#include <algorithm>
#include <bit>

#include "sim/mem/cache.h"
#include "sim/mem/footprint.h"

namespace simt {
bool is_partial(const MemoryRequest& r) {
  bool partial = false;
  for_each_sector(r.sectors, [&](unsigned s) { partial |= r.bytes[s] != kWholeSector; });
  return partial;
}

double RequestPort::cycles(const MemoryRequest& r) const {
  switch (r.op) {
    case MemoryRequest::Op::Write: {
      const double bytes = std::popcount(r.sectors) * double{kSectorBytes};
      return bytes / config_.bytes_per_clock + (is_partial(r) ? config_.mask_cycles : 0);
    }
    case MemoryRequest::Op::Atomic:
    case MemoryRequest::Op::Reduction: {
      const double answers = r.op == MemoryRequest::Op::Atomic ? config_.atomic_answer_cycles : 0;
      return std::max(flits_of(r) * config_.flit_cycles, r.serialized_lanes * answers);
    }
    default:
      return config_.read_cycles;
  }
}

double RequestPort::take(const MemoryRequest& r, double at) {
  double leaves = std::max(free_, at);
  const bool reduction = r.op == MemoryRequest::Op::Reduction;
  const auto passes = [&] { return reduction || waiting_.size() < most_waiting_; };
  while (!waiting_.empty() && (waiting_.top() <= leaves || !passes())) {
    leaves = std::max(leaves, waiting_.top());
    waiting_.pop();
  }
  free_ = leaves + cycles(r);
  return left_ = leaves;
}

std::uint64_t RequestPort::write_leaves(unsigned sectors, double arrived) {
  on_way_.push_back({arrived, sectors});
  sectors_on_way_ += sectors;
  for (; sectors_on_way_ > kRoom; on_way_.pop_front()) {
    room_at_ = std::max(room_at_, on_way_.front().arrives);
    sectors_on_way_ -= on_way_.front().sectors;
  }
  return static_cast<std::uint64_t>(std::max(left_, room_at_));
}

}  // namespace simt
