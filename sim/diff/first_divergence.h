// The first divergence of two runs: the first instruction of a warp at which they differ in the
// line or the lanes, and the path that each takes from there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isa/core/program.h"
#include "sim/diff/align.h"
#include "sim/diff/execution_path.h"
#include "sim/diff/path_record.h"

namespace simt::diff {

/// A program and the execution paths of its warps.
struct Run {
  const Program& program;
  const PathRecord& paths;
  bool cut = false;  ///< a fault or limit ended the run: a warp may have stopped anywhere
};

struct FirstDivergence {
  WarpKey warp;
  std::size_t common = 0;               ///< instructions of the warp that are the same before
  std::optional<Step> last;             ///< the last of them, as the first run has it
  std::optional<Step> next_a, next_b;   ///< absent: the warp has no further instruction there
  std::vector<Stretch> path_a, path_b;  ///< from there on, at most kMostStretches
  std::size_t warps_diverging = 0, warps = 0;
};

/// The lines of the two programs that are the same, as `align` gives them.
std::optional<FirstDivergence> first_divergence(const Run& a, const Run& b,
                                                const std::vector<LinePair>& lines);

}  // namespace simt::diff
