// Which of a sub-partition's ready warps issues. A policy is a class in policies.h and a row of
// sim/config/schedulers.def.
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
  /// What the slot issued waits for L2: its loads missed in L1 or the constant caches, or it is an
  /// atomic that returns a value. Before issued() of that instruction.
  virtual void missed(unsigned /*slot*/) {}
  /// L2 has answered, once for each missed(): the slot's warp stays until then.
  virtual void answered(unsigned /*slot*/) {}
};

std::unique_ptr<WarpScheduler> make_scheduler(SchedulerKind kind);

}  // namespace simt
