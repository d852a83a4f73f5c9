#include "sim/program/closed_libraries.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <array>
#include <string_view>

namespace simt::program {
namespace {

struct Library {
  std::string_view file, name;
};
constexpr std::array kLibraries = {
    Library{"libcublas", "cuBLAS"},     Library{"libcufft", "cuFFT"},
    Library{"libcudnn", "cuDNN"},       Library{"libcusparse", "cuSPARSE"},
    Library{"libcusolver", "cuSOLVER"}, Library{"libcurand", "cuRAND's host functions"},
    Library{"libnpp", "NPP"},           Library{"libnvjpeg", "nvJPEG"},
    Library{"libcutensor", "cuTENSOR"}, Library{"libnccl", "NCCL"},
};

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// "": it is none of them.
std::string_view name_of(const std::string& file) {
  for (const Library& library : kLibraries)
    if (file.starts_with(library.file)) return library.name;
  return "";
}

std::string told(std::string_view name, const std::string& file, const char* called) {
  return fmt::format(
      "{} of {} ({}) cannot be carried out: NVIDIA's libraries reach the driver through functions "
      "that are not documented, and that simt-sim does not have. The call ends with an error of "
      "the "
      "library's own. To go on, give this part to "
      "kernels of the program's own or of headers (Thrust, CUB, cuRAND's device functions)",
      called == nullptr ? "a call" : called, name, file);
}

}  // namespace

// The outermost frame of the library is the function that the program called.
std::string told_within_closed_library() {
  std::array<void*, 64> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  std::string out;
  for (int i = 0; i < count; ++i) {
    Dl_info info = {};
    if (dladdr(frames[static_cast<std::size_t>(i)], &info) == 0 || info.dli_fname == nullptr)
      continue;
    const std::string file = base_name(info.dli_fname);
    const std::string_view name = name_of(file);
    if (!name.empty()) out = told(name, file, info.dli_sname);
  }
  return out;
}

}  // namespace simt::program
