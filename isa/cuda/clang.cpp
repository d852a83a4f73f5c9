#include "isa/cuda/clang.h"

#include <fmt/format.h>

#include "isa/base/regex.h"
#include "isa/cuda/headers.h"

namespace simt::cuda {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// The PTX version that a target needs, of those that LLVM's releases know (NVPTX.td): without a
// toolkit clang would write the oldest one.
std::string_view ptx_feature(unsigned target) {
  if (target >= 120) return "+ptx87";
  if (target >= 100) return "+ptx86";
  return target >= 89 ? "+ptx78" : "+ptx75";
}

// What both sides of a file have. The version of a toolkit says which calls the compiler makes of
// <<<...>>> and of registration: those of 10.1 and later, which our runtime has.
Words common_words(const std::string& path, const fs::path& include) {
  return {path,
          "--driver-mode=g++",
          "-Qunused-arguments",      // what the other side needs
          "-fno-crash-diagnostics",  // files in a folder of their own
          "-nocudainc",
          "-nocudalib",
          "--cuda-path=" + include.string(),
          "-Xclang",
          "-target-sdk-version=11.0",
          "-isystem",
          include.string(),
          "-include",
          "cuda_runtime.h"};
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

}  // namespace

Words clang_device_words(const std::string& path, unsigned target, const fs::path& include) {
  Words words = common_words(path, include);
  append(words, {"-x", "cuda", "--cuda-device-only", "-S", "-O3", "-gline-tables-only",
                 fmt::format("--cuda-gpu-arch=sm_{}", target), "-Xclang", "-target-feature",
                 "-Xclang", std::string(ptx_feature(target))});
  return words;
}

// What CUDA C++ means by default for additions of products, IR does not tell the backend.
Words clang_backend_words(const std::string& path, unsigned target, const fs::path& ir,
                          const fs::path& ptx) {
  return {path,
          "-cc1",
          "-triple",
          "nvptx64-nvidia-cuda",
          "-target-cpu",
          fmt::format("sm_{}", target),
          "-target-feature",
          std::string(ptx_feature(target)),
          "-S",
          "-O3",
          "-fno-verbose-asm",
          "-disable-llvm-passes",
          "-mllvm",
          "-nvptx-fma-level=1",
          "-x",
          "ir",
          ir.string(),
          "-o",
          ptx.string()};
}

Words clang_host_words(const std::string& path, const fs::path& include, const fs::path& fatbin,
                       const fs::path& libraries) {
  Words words = common_words(path, include);
  append(words, {"-x", "cuda", "--cuda-host-only", "-O2", "-pthread", "-Xclang",
                 "-fcuda-include-gpubinary", "-Xclang", fatbin.string(), "-L" + libraries.string(),
                 "-l:libcudart.so.13"});
  return words;
}

std::string clang_hint(const std::string& messages) {
  if (const auto found = Regex("fatal error: '([^']*)' file not found").first_in(messages))
    return fmt::format(
        "{} is not among simt-sim's headers for clang, which are {}. With nvcc on PATH, the CUDA "
        "toolkit's own are used.\n",
        found->at(1), header_names());
  return "clang was given simt-sim's own headers: docs/CUDA.md says what they have. With nvcc on "
         "PATH, the CUDA toolkit's own are used.\n";
}

}  // namespace simt::cuda
