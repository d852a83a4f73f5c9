// Which of a file's kernels a person means, and how a message lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// Of names as the linker has them: the one that is `wish`, else all that it may mean.
std::vector<std::string> kernels_meant(std::string_view wish,
                                       const std::vector<std::string>& names);
/// Each as a person writes it; with its parameters where two would look the same.
std::vector<std::string> kernel_titles(const std::vector<std::string>& names);

}  // namespace simt
