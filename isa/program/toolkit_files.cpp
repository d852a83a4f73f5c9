#include "isa/program/toolkit_files.h"

#include <algorithm>
#include <array>
#include <string_view>

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
  if (path.find("/simt-sim-") != std::string::npos && path.find("/include/") != std::string::npos)
    return true;
  return std::any_of(kToolkitFolders.begin(), kToolkitFolders.end(), [&](std::string_view folder) {
    return path.find(folder) != std::string::npos;
  });
}

}  // namespace simt
