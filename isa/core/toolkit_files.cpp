#include "isa/core/toolkit_files.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "isa/base/regex.h"

namespace simt {
namespace {

/// Folders of headers that come with a compiler: nvcc names its own by way of its bin folder.
constexpr std::array<std::string_view, 9> kToolkitFolders{
    "/bin/../",        "/targets/x86_64-linux/include/",
    "/usr/local/cuda", "/usr/include/",
    "/usr/lib/clang",  "/usr/lib/llvm",
    "/cccl/",          "/include/cub/",
    "/include/thrust/"};

}  // namespace

bool is_toolkit_file(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  // Where our own headers for clang are while it runs (isa/cuda/command.h).
  static const Regex own("/simt-sim-[A-Za-z0-9]{6}/include/");
  if (own.found_in(path)) return true;
  return std::any_of(kToolkitFolders.begin(), kToolkitFolders.end(), [&](std::string_view folder) {
    return path.find(folder) != std::string::npos;
  });
}

}  // namespace simt
