// The headers of isa/cuda/include, which the program carries with it.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "isa/base/embedded_file.h"

namespace simt::cuda {

/// "isa/cuda/include/cooperative_groups/reduce.h" and its text, and so on.
std::span<const EmbeddedFile> headers();
/// Writes all of them below `folder`. Throws std::system_error.
void write_headers(const std::filesystem::path& folder);
/// "cooperative_groups.h, cuda_bf16.h, ...": those that a kernel includes by name.
std::string header_names();

}  // namespace simt::cuda
