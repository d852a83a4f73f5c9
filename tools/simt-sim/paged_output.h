// Output page by page, as gdb's: after a screenful it waits for a key.
#pragma once

#include <string>

namespace simt {

/// Lines of the terminal; 0 where stdout or stdin is none.
unsigned terminal_height();

/// Prints `text`. After height - 1 lines of the screen it asks whether to go on: return shows the
/// next page, q drops the rest, c shows all of it. `height` 0: it does not ask.
void print_paged(const std::string& text, unsigned height);

}  // namespace simt
