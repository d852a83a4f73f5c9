// The columns that both forms of the `source` page share.
#pragma once

#include <string>

#include "sim/views/source.h"

namespace simt {

std::string source_titles();
/// Blank where a line was never run.
std::string source_figures(const SourceRow& row);
/// What the columns say, below the page.
std::string source_legend(const Style& style);

}  // namespace simt
