// A file of the repository that the program carries with it (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace simt {

struct EmbeddedFile {
  std::string_view path;  ///< in the repository: "configs/cc/sm_90.json"
  std::string_view text;
};

}  // namespace simt
