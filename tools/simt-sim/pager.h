// Text that is longer than the terminal.
#pragma once

#include <string>

namespace simt {

/// To stdout; through $PAGER (`less -R` without it) where stdout and stdin are a terminal with
/// fewer lines than `text`.
void show_long(const std::string& text);

}  // namespace simt
