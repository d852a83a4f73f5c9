// What kind of branch it is that parts the lanes of a warp, and what its lanes run apart: advice on
// divergence has to say the right thing of each.
#pragma once

#include <vector>

#include "isa/analysis/joins.h"
#include "isa/core/program.h"
#include "sim/views/border_check.h"

namespace simt {

enum class SplitKind : std::uint8_t {
  TwoSides,  ///< if and else, or more paths: each runs with a part of the lanes
  OneSide,   ///< an if without else: lanes that skip it wait
  Loop,      ///< lanes leave a loop after different numbers of trips
  Waiting,   ///< a loop that waits for other threads: a spin lock
};
/// What lanes run that go one way from the branch, up to where all reconverge.
struct Side {
  bool jumps = false;   ///< the way of the lanes that jump; of several targets, any but the next
  std::vector<Pc> pcs;  ///< ascending; none where they go to the join at once
};
struct Split {
  SplitKind kind = SplitKind::TwoSides;
  /// Instructions between the branch and where its lanes reconverge, ascending; of a waiting loop
  /// all from there to the end. Of machine code also the one at which they wait, which runs once
  /// for each path.
  std::vector<Pc> apart;
  std::vector<Side> sides;  ///< whose union, without that one, `apart` is
  Pc join = kNoPc;          ///< kNoPc: the end of the function
  /// Where in the work it splits warps (BorderChecks); filled by splits_of().
  Border border = Border::None;
};
Split split_at(const Program& program, const Joins& joins, Pc branch);

/// The lanes of one side, or those that go to the join at once, do nothing but leave the kernel.
bool has_side_that_exits(const Program& program, const Split& split);

}  // namespace simt
