// Rows of the work that are shorter than a warp, which a warp does one of: where its lanes part by
// their place in a row of a length that was loaded, few of them go on, in nearly all warps.
#pragma once

#include <optional>

#include "sim/views/report.h"

namespace simt {

/// Active lanes of an average execution.
double lanes_at(const Subject& subject, Pc pc);

struct FewLanes {
  double before = 0, here = 0;  ///< active lanes on average, to the branch and after it
  std::vector<Pc> pcs;          ///< what these few execute, ascending
};
/// Of a branch or an exit with a guard at `pc`; nothing where most of a warp goes on, or where it
/// does so now and then only.
std::optional<FewLanes> few_lanes(const Subject& subject, Pc pc);

}  // namespace simt
