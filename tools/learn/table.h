// A Markdown table for a terminal.
#pragma once

#include <string>
#include <vector>

#include "sim/views/text.h"

namespace simt::learn {

/// Columns side by side, each row on as many lines as its cells need, no line longer than `width`
/// where the words allow it. The first of `rows` ("| word | what it is |") is the header, the
/// second one ("|---|--:|") says which columns stand at the right.
std::string table_text(const std::vector<std::string>& rows, std::size_t width, const Style& style);

}  // namespace simt::learn
