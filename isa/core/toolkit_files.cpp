#include "isa/core/toolkit_files.h"

#include <algorithm>
#include <array>
#include <cctype>
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

// Where our own headers for clang are while it runs (isa/cuda/command.h):
// ".../simt-sim-a1B2c3/include/". Asked for each line of a report.
bool is_own_header(std::string_view path) {
  constexpr std::string_view kBefore = "/simt-sim-", kAfter = "/include/";
  constexpr std::size_t kLetters = 6;
  for (std::size_t at = path.find(kBefore); at != std::string_view::npos;
       at = path.find(kBefore, at + 1)) {
    const std::string_view rest = path.substr(at + kBefore.size());
    const std::string_view letters = rest.substr(0, kLetters);
    if (std::ranges::all_of(letters, [](unsigned char c) { return std::isalnum(c) != 0; }) &&
        rest.substr(letters.size()).starts_with(kAfter))
      return true;
  }
  return false;
}

}  // namespace

bool is_toolkit_file(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  if (is_own_header(path)) return true;
  return std::any_of(kToolkitFolders.begin(), kToolkitFolders.end(), [&](std::string_view folder) {
    return path.find(folder) != std::string::npos;
  });
}

}  // namespace simt
