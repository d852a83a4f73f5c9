// Parts of the text page.
#pragma once

#include "sim/diff/difference.h"

namespace simt::diff {

/// The table of lines; empty when there is none to show.
std::string render_lines(const Difference& difference, const Style& style, bool all);

}  // namespace simt::diff
