#include "tools/learn/material.h"

#include <algorithm>

namespace simt::learn {

std::optional<std::string_view> find_material(std::string_view path) {
  const std::span<const EmbeddedFile> files = material();
  const auto at = std::find_if(files.begin(), files.end(),
                               [&](const EmbeddedFile& file) { return file.path == path; });
  if (at == files.end()) return std::nullopt;
  return at->text;
}

}  // namespace simt::learn
