// What a divergence model shows of a warp: to explanations, the step view and pages.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/base/types.h"
#include "sim/divergence/straight_line.h"

namespace simt {

enum class LaneState : std::uint8_t {
  Active,      ///< in the path that issues
  Ready,       ///< could issue, another path of the warp runs
  Converging,  ///< parked at a reconvergence point
  WarpSync,    ///< waits for named lanes (bar.warp.sync, shfl.sync, ...)
  CtaBarrier,  ///< waits at bar.sync
  Exited,
  Padded,
};
struct LaneView {  ///< for explanations and the step view
  LaneState state = LaneState::Padded;
  Pc pc = kNoPc;  ///< the instruction that it executes next
  /// Converging: the reconvergence point; WarpSync, CtaBarrier: the instruction that waits.
  Pc waits_at = kNoPc;
  LaneMask waits_for = 0;  ///< Converging, WarpSync: lanes that have to come first
};

/// An entry of the stack, or a path of independent threads.
struct PathView {
  Path path;
  LaneState state = LaneState::Ready;  ///< Active for the one that runs
  Pc join = kNoPc;         ///< where it reconverges with others; kNoPc: at the end of its function
  LaneMask waits_for = 0;  ///< Converging, WarpSync: lanes that have to come first
  int barrier = -1;        ///< independent threads: innermost convergence barrier; -1: none
  unsigned depth = 0;      ///< calls that it is inside of
};
/// A convergence barrier (independent threads).
struct ConvergenceBarrierView {
  int id = 0;
  Pc target = kNoPc;  ///< where its participants reconverge
  LaneMask participants = 0, arrived = 0, yielded = 0;
  int parent = -1;  ///< barrier of the region around this one; -1: none
};
struct DivergenceView {
  std::vector<PathView> paths;  ///< the stack from its top, or paths in the order of their turns
  std::vector<ConvergenceBarrierView> barriers;
  LaneMask exited = 0;
};

}  // namespace simt
