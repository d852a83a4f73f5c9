// Which of a sub-partition's ready warps issues. One file per policy.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sim/config/arch.h"

namespace simt {

/// Bits are warp slots of one sub-partition (at most 32).
using WarpSet = std::uint32_t;

class WarpScheduler {
 public:
  virtual ~WarpScheduler() = default;
  /// One of `ready` (not empty). `age[slot]`: start order of the slot's warp, lower is older.
  virtual unsigned pick(WarpSet ready, std::span<const std::uint64_t> age) const = 0;
  /// The slot issued.
  virtual void issued(unsigned slot) = 0;
  virtual std::unique_ptr<WarpScheduler> clone() const = 0;
};

std::unique_ptr<WarpScheduler> make_scheduler(SchedulerKind kind);

}  // namespace simt
