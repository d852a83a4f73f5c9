// The picture below a message: the source line and a caret under a part of it.
// Tabs, wide characters and bytes that no terminal should see are shown so that the caret stands
// right; of a line longer than 160 bytes only what is around the caret is shown.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// `from` and `length` count bytes of the line, from 0. Two lines of text.
std::string snippet(std::string_view source_line, std::size_t from, std::size_t length);

}  // namespace simt
