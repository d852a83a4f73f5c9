// A recording warp by warp: each instruction with the states that the warp was in because of it.
#pragma once

#include <span>
#include <vector>

#include "sim/trace/recording.h"

namespace simt::trace {

/// One instruction of a warp. Steps of a warp follow each other without a gap.
struct Step {
  std::span<const WaitRecord> waits;   ///< in order; never empty
  const IssueRecord* issue = nullptr;  ///< nullptr: it did not issue in the window
  std::uint32_t index = 0;             ///< of that one in Recording::issues
  Pc pc() const { return waits.front().pc; }
  std::uint64_t from() const { return waits.front().from; }
  std::uint64_t to() const { return waits.back().to; }
};

class StepIndex {
 public:
  /// `recording` outlives the index.
  explicit StepIndex(const Recording& recording);
  std::vector<Step> of(std::uint32_t warp) const;

 private:
  const Recording& recording_;
  std::vector<std::vector<std::uint32_t>> issues_;  ///< of each warp
};

}  // namespace simt::trace
