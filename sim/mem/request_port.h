// The way of one SM's requests into the crossbar: one after the other, as long as their data takes.
// A write that brings only some bytes of a sector brings a mask along, for all of its sectors.
// Source: stores, reductions and atomics by stride, timed and counted on an H200 (kernels/micro:
// l1_throughput.ir, atomic.ir, bandwidth.ir, atomics.ir, store_parts.ir: 5 cycles for a word of
// each sector of a line, 4 for a whole line; 2 and 1 for one sector). Stores that are one on the
// way out: store_gather.h.
#pragma once

#include <cstdint>

#include "sim/config/arch.h"
#include "sim/mem/request.h"

namespace simt {

class RequestPort {
 public:
  explicit RequestPort(const CrossbarPort& config) : config_(config) {}

  /// When the request leaves, not before `at`.
  double take(const MemoryRequest& request, double at);
  /// Everything that was sent is performed then.
  std::uint64_t all_done() const { return all_done_; }
  void performed(std::uint64_t done) { all_done_ = done > all_done_ ? done : all_done_; }

 private:
  double cycles(const MemoryRequest& request) const;

  const CrossbarPort& config_;
  double free_ = 0;
  std::uint64_t all_done_ = 0;
};

}  // namespace simt
