// What two runs are called beside each other.
#pragma once

#include <string>
#include <vector>

namespace simt::diff {

/// Their names without folder and ending. Files of one name are told by the last folder in which
/// they differ: "exercises/stride", "solutions/stride"; what stands between that and the name is
/// left out: "old/.../stride".
std::vector<std::string> file_labels(const std::string& a, const std::string& b);

/// Two labels that fit a column: of a long kernel's name the function alone, of what is long still
/// what stands around the place where the two first differ.
std::vector<std::string> short_labels(const std::string& a, const std::string& b);

}  // namespace simt::diff
