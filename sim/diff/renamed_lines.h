// Instructions that differ in the names of their registers and labels alone: a compiler numbers
// them anew when a line is added before them.
#pragma once

#include <string>
#include <vector>

#include "sim/diff/align.h"

namespace simt::diff {

/// `pairs` with lines paired, too, that are the same after a renaming of the second text's
/// registers and labels: one renaming for the whole text, each name for one other. Lines that are
/// equal as they are keep their names, and so do registers in them.
std::vector<LinePair> with_renamed(const std::vector<LinePair>& pairs,
                                   const std::vector<std::string>& a,
                                   const std::vector<std::string>& b);

}  // namespace simt::diff
