// The ways into an SM's load/store side: the path of each sub-partition and the stages that all of
// them share.
#pragma once

#include <algorithm>
#include <cstdint>

namespace simt {

/// Of one sub-partition.
struct LoadStorePath {
  std::uint64_t free = 0;  ///< when the next access may take it
  /// Of the instruction that issues: when its pipe takes it, and when it leaves the pipe's queue.
  std::uint64_t begins = 0, leaves = 0;
};

class LoadStoreStages {
 public:
  /// An access takes its sub-partition's path for `path_cycles` and the shared stages for
  /// `stage_cycles`. Returns when it starts. What waits in the queue of one sub-partition leaves
  /// the shared stages to the others.
  std::uint64_t enter(LoadStorePath& path, std::uint64_t now, unsigned path_cycles,
                      unsigned stage_cycles) {
    const std::uint64_t start = std::max({path.begins, free_, path.free});
    free_ = std::max(free_, now) + stage_cycles;
    path.free = start + path_cycles;
    path.leaves = start;
    return start;
  }

 private:
  std::uint64_t free_ = 0;
};

/// The SM's unit that takes the values of a warp's lanes one after the other.
class LaneSerializerPort {
 public:
  explicit LaneSerializerPort(unsigned interval) : interval_(interval) {}
  /// Busy with so many values from `now` on; returns when it begins.
  std::uint64_t take(std::uint64_t now, unsigned values) {
    const std::uint64_t start = std::max(now, free_);
    free_ = start + std::uint64_t{values} * interval_;
    return start;
  }

 private:
  unsigned interval_;
  std::uint64_t free_ = 0;
};

}  // namespace simt
