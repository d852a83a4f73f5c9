// The lessons as built into the program: texts, pictures, exercises, and the kernels that their
// commands run. So they are there without a checkout.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "isa/base/embedded_file.h"

namespace simt::learn {

/// "docs/lessons/01_warps.md" and its text, and so on: by path.
std::span<const EmbeddedFile> material();
std::optional<std::string_view> find_material(std::string_view path);

}  // namespace simt::learn
