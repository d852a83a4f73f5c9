// How lane masks are written for people: "0, 3-7".
#pragma once

#include <string>

#include "isa/base/types.h"

namespace simt {

/// Ascending ranges: "0, 3-7, 31". "none" for the empty mask.
std::string lane_list(LaneMask lanes);
/// With its noun: "lane 0", "lanes 1-31", "no lanes".
std::string lanes_text(LaneMask lanes);

}  // namespace simt
