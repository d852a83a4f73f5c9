#include "tools/simt-sim/program_libraries.h"

#include <algorithm>
#include <initializer_list>

#include "tools/driver/session.h"

namespace simt {

namespace fs = std::filesystem;

namespace {

bool holds_all(const fs::path& folder) {
  return std::ranges::all_of(
      std::initializer_list<const char*>{"libcudart.so.12", "libcudart.so.13", "libcuda.so.1"},
      [&](const char* name) { return fs::exists(folder / name); });
}

}  // namespace

// Beside the program in a build folder, or where `cmake --install` puts them.
fs::path program_libraries() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path& folder : {here / "lib", here.parent_path() / "lib" / "simt-sim"})
    if (holds_all(folder)) return folder;
  throw SessionError(Exit::Usage,
                     "the CUDA libraries of simt-sim are not beside the program: build the target "
                     "exec_libraries, as tools/run exec does, or install again");
}

}  // namespace simt
