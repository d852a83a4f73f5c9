// How accesses enter an SM's load/store side: the path of each sub-partition and the stages that
// all of them share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/config/units/sm_config.h"

namespace simt {

/// Of one sub-partition.
struct LoadStorePath {
  static constexpr std::uint8_t kUnknown = 0xff;
  std::uint64_t free = 0;          ///< when the next access may take it
  std::uint8_t number = kUnknown;  ///< among those of the SM that accesses have come by
};

/// An instruction that comes by a path.
struct OnPath {
  LoadStorePath& path;
  std::uint64_t begins;  ///< when its pipe takes it
  std::uint64_t leaves;  ///< when its last access so far has left the pipe's queue; first `begins`
};

class LoadStoreStages {
 public:
  /// An access of `inst` takes its sub-partition's path for `path_cycles` and the shared stages for
  /// `stage_cycles`. Returns when it starts. What waits in the queue of one sub-partition leaves
  /// the shared stages to the others.
  std::uint64_t enter(OnPath& inst, std::uint64_t now, unsigned path_cycles,
                      unsigned stage_cycles) {
    const std::uint64_t start = std::max({inst.begins, free_, inst.path.free});
    free_ = std::max(free_, now) + stage_cycles;
    inst.path.free = start + path_cycles;
    inst.leaves = start;
    keep_busy(inst.path, start + stage_cycles);
    return start;
  }

  /// An access that would come by this path is not taken before `until`.
  void keep_busy(LoadStorePath& path, std::uint64_t until) {
    if (path.number == LoadStorePath::kUnknown) [[unlikely]]
      path.number = static_cast<std::uint8_t>(paths_++);
    busy_until_[path.number] = until;
  }

  /// Paths with an access that is in the stages at `now` or waits for them. The stages serve these
  /// in turn.
  unsigned busy(std::uint64_t now) const {
    unsigned n = 0;
    for (unsigned path = 0; path < paths_; ++path) n += busy_until_[path] > now ? 1 : 0;
    return n;
  }

 private:
  std::uint64_t free_ = 0;
  unsigned paths_ = 0;
  std::array<std::uint64_t, kMostSubPartitions> busy_until_{};
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

  /// Takes nothing more before.
  void wait_until(std::uint64_t cycle) { free_ = std::max(free_, cycle); }

 private:
  unsigned interval_;
  std::uint64_t free_ = 0;
};

}  // namespace simt
