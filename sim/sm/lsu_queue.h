// The memory instructions of one sub-partition that wait for the SM's load/store stages, which all
// sub-partitions share. Issue stalls while the queue is full.
// Source: Huerta et al., MICRO 2025: four entries and a latch, Turing and later.
#pragma once

#include <cstdint>
#include <vector>

namespace simt {

class LsuQueue {
 public:
  explicit LsuQueue(unsigned depth = 1) : leaves_(depth, 0) {}
  /// First cycle with a free entry.
  std::uint64_t free_at() const { return leaves_[next_]; }
  /// An instruction enters that the shared stage takes at `leaves`; in order.
  void enter(std::uint64_t leaves) {
    leaves_[next_] = leaves;
    next_ = next_ + 1 == leaves_.size() ? 0 : next_ + 1;
  }

 private:
  std::vector<std::uint64_t> leaves_;  // a ring: the entry that gets free next is at next_
  std::size_t next_ = 0;
};

}  // namespace simt
