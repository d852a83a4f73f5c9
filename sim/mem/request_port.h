// The way of one SM's requests into the crossbar: one after the other, as long as their data takes.
// A write that brings only some bytes of a sector brings a mask along, for all of its sectors.
// Source: stores, reductions and atomics by stride, timed and counted on an H200 (kernels/micro:
// l1_throughput.ir, atomic.ir, bandwidth.ir, atomics.ir, store_parts.ir: 5 cycles for a word of
// each sector of a line, 4 for a whole line; 2 and 1 for one sector). Stores that are one on the
// way out: store_gather.h. Reductions that wait in front of the atomics units fill the way: when a
// few do, whatever else comes next waits behind them (reduce_eliminate_divergence.cu: 83% of what
// its warps wait for is a load that leaves behind the reductions of blocks that have ended). Others
// of them do not: two units are busy all the time when each warp adds to words of both in turn
// (red_add_u32_lines_4).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

#include "sim/config/arch.h"
#include "sim/mem/request.h"

namespace simt {

class RequestPort {
 public:
  /// `most_waiting`: with so many accesses of reductions held up, nothing but reductions leaves.
  RequestPort(const CrossbarPort& config, std::size_t most_waiting)
      : config_(config), most_waiting_(most_waiting) {}

  /// When the request leaves, not before `at`.
  double take(const MemoryRequest& request, double at);
  /// The write that was taken last is in front of its slice at `arrived`. Returns when it has left
  /// the SM: what lies between holds kRoom sectors of the SM's writes.
  std::uint64_t write_leaves(unsigned sectors, double arrived);
  /// A reduction that left at `left` is done at `at`. It is held up for as long as it takes more
  /// than the quickest so far.
  void reduced(double left, double at) {
    quickest_ = std::min(quickest_, at - left);
    waiting_.push(at - quickest_);
  }
  /// Everything that was sent is performed then.
  std::uint64_t all_done() const { return all_done_; }
  void performed(std::uint64_t done) { all_done_ = done > all_done_ ? done : all_done_; }

  /// Sectors of writes between an SM and the slices. Source: of 1,056 warps of an H100 that store
  /// to one word none waits to leave, while 89 sectors of each SM wait for its slice; warps of
  /// scatter_bit_reversed.cu, 496 sectors an SM, wait 790 cycles on an H200. Inferred, between
  /// these.
  static constexpr unsigned kRoom = 128;

 private:
  double cycles(const MemoryRequest& request) const;

  const CrossbarPort& config_;
  const std::size_t most_waiting_;
  double free_ = 0, quickest_ = 1e18;
  double left_ = 0, room_at_ = 0;  ///< the last request; from when on another write has room
  struct OnWay {
    double arrives;
    unsigned sectors;
  };
  std::deque<OnWay> on_way_;  ///< writes
  unsigned sectors_on_way_ = 0;
  std::priority_queue<double, std::vector<double>, std::greater<>> waiting_;  ///< until when
  std::uint64_t all_done_ = 0;
};

}  // namespace simt
