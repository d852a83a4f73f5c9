// The instructions of one sub-partition that have issued and wait for a unit: for the SM's
// load/store stages, which all sub-partitions share, or for the special function unit. Issue stalls
// while the queue is full (mio_throttle, lg_throttle); before, a warp goes on until it needs a
// result (short_scoreboard, long_scoreboard). Source: ncu on an H200,
// kernels/micro/shared_throughput.ir with 32 warps: of 16 loads in a row that take T cycles each, a
// warp waits for the last one 15.5 T after its issue for T = 128, 14.6 T for T = 16.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

namespace simt {

class InstructionQueue {
 public:
  /// It lies in `memory`, which outlives it.
  explicit InstructionQueue(unsigned depth = 1,
                            std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : leaves_(depth, 0, memory) {}
  /// First cycle with a free entry.
  std::uint64_t free_at() const { return leaves_[next_]; }
  /// An instruction enters that its unit takes at `leaves`; in order.
  void enter(std::uint64_t leaves) {
    leaves_[next_] = leaves;
    next_ = next_ + 1 == leaves_.size() ? 0 : next_ + 1;
  }

 private:
  std::pmr::vector<std::uint64_t> leaves_;  // a ring: the entry that gets free next is at next_
  std::size_t next_ = 0;
};

}  // namespace simt
