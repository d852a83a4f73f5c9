// The headers of isa/cuda/include, which the program carries with it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace simt::cuda {

struct Header {
  std::string_view path;  ///< in the repository: "isa/cuda/include/cooperative_groups/reduce.h"
  std::string_view text;
};
std::span<const Header> headers();
/// Writes all of them below `folder`. Throws std::system_error.
void write_headers(const std::filesystem::path& folder);
/// "cooperative_groups.h, cuda_bf16.h, ...": those that a kernel includes by name.
std::string header_names();

}  // namespace simt::cuda
