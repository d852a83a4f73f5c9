// The page of two runs: --html of diff.
#pragma once

#include "sim/diff/difference.h"
#include "sim/views/player/player.h"

namespace simt {

/// What differs, beside what the two runs show.
PlayedPair page_of(const diff::Difference& difference, const Played& a, const Played& b);

}  // namespace simt
