// The lessons as built into the program: texts, pictures, exercises, and the kernels that their
// commands run. So they are there without a checkout.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace simt::learn {

struct MaterialFile {
  std::string_view path;  ///< in the repository: "docs/lessons/01_warps.md"
  std::string_view text;
};

/// By path.
std::span<const MaterialFile> material();
std::optional<std::string_view> find_material(std::string_view path);

}  // namespace simt::learn
