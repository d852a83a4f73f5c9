#include "sim/mem/request_port.h"

#include <algorithm>
#include <bit>

#include "sim/mem/footprint.h"

namespace simt {

double RequestPort::cycles(const MemoryRequest& r) const {
  switch (r.op) {
    case MemoryRequest::Op::Write: {
      const double bytes = std::popcount(r.sectors) * double{kSectorBytes};
      return std::max(config_.write_cycles, bytes / config_.bytes_per_clock);
    }
    case MemoryRequest::Op::Atomic:
    case MemoryRequest::Op::Reduction: {
      const double packets = r.turns, more = sectors_of(r) - packets;
      const double data = packets * config_.atomic_cycles + more * config_.atomic_sector_cycles;
      const double answers = r.op == MemoryRequest::Op::Atomic ? config_.atomic_answer_cycles : 0;
      return std::max(data * r.operands, packets * answers);
    }
    default:
      return config_.read_cycles;
  }
}

double RequestPort::take(const MemoryRequest& r, double at) {
  const double leaves = std::max(free_, at);
  free_ = leaves + cycles(r);
  return leaves;
}

}  // namespace simt
