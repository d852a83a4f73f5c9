// What kind of branch it is that parts the lanes of a warp, and what its lanes run apart: advice on
// divergence has to say the right thing of each.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

enum class SplitKind : std::uint8_t {
  TwoSides,  ///< if and else, or more ways: each runs with a part of the lanes
  OneSide,   ///< an if without else: lanes that skip it wait
  Loop,      ///< lanes leave a loop after different numbers of trips
  Waiting,   ///< a loop that waits for other threads: a spin lock
};
struct Split {
  SplitKind kind = SplitKind::TwoSides;
  /// Instructions between the branch and where its lanes rejoin, ascending; of a waiting loop all
  /// from there to the end.
  std::vector<Pc> apart;
};
Split split_at(const Program& program, Pc branch);

}  // namespace simt
