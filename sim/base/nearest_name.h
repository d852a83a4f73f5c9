// The known name that a mistyped one most resembles, for "did you mean" hints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// Empty when nothing is near: more edits (insert, delete, replace, swap) than a third of the
/// length.
std::string nearest_name(std::string_view typed, const std::vector<std::string>& known);
/// "; did you mean NAME?" or nothing.
std::string nearest_hint(std::string_view typed, const std::vector<std::string>& known);

}  // namespace simt
