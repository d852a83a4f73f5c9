// The known name that a mistyped one most resembles, for "did you mean" hints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// The one with the fewest edits (insert, delete, replace, swap), at most a third of the length, up
/// where the first letter is right; of equals one that begins so; else any that begins so. Empty
/// when nothing is near; names of one or two letters are near to nothing.
std::string nearest_name(std::string_view typed, const std::vector<std::string>& known);
/// "; did you mean NAME?" or nothing.
std::string nearest_hint(std::string_view typed, const std::vector<std::string>& known);

}  // namespace simt
