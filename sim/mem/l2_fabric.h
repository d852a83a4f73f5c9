// The links over which atomics cross from one partition of L2 to the other, and their results back.
// The units of 16 KiB are two groups of 16 (unit_of in l2_memory.cpp): those of two pages of
// 4 KiB, whose homes are most often different partitions. A group has four links; each carries a
// flit in an L2 cycle in each direction. What goes there of one page and what comes back of the
// other share a direction. Source: 132 SMs of an H200 that add to lines side by side
// (tests/hardware/h200/atomics_lines.csv): those whose lines are far do 0.68 additions a cycle on
// the 32 lines of one page with and without results; on 64 lines 1.31 without results and 0.75
// with them; on 128 lines 2.4 and 1.5. Those whose lines are near are done in half the time.
#pragma once

#include <array>
#include <vector>

#include "sim/config/arch.h"
#include "sim/mem/timeline.h"

namespace simt {

class L2Fabric {
 public:
  explicit L2Fabric(const ArchConfig& arch);

  /// So many flits go to `partition`, for or from an atomics unit, from `at` on; returns when they
  /// have begun to arrive there later than at once. No call will ask for a moment before `past`.
  double cross(std::size_t unit, unsigned partition, double past, double at, unsigned flits);

 private:
  double flit_cycles_;
  std::vector<std::array<Timeline, 2>> links_;  ///< by the partition that they lead to
};

}  // namespace simt
