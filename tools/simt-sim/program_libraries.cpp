#include "tools/simt-sim/program_libraries.h"

#include "tools/driver/session.h"

namespace simt {

namespace fs = std::filesystem;

// Beside the program in a build folder, or where `cmake --install` puts them.
fs::path program_libraries() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path& folder : {here / "lib", here.parent_path() / "lib" / "simt-sim"})
    if (fs::exists(folder / "libcudart.so.13")) return folder;
  throw SessionError(Exit::Usage,
                     "libcudart.so.13 of simt-sim is not beside the program: "
                     "build the target cudart_13, or install again");
}

}  // namespace simt
