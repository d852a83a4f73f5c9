// How clang is called for CUDA C++ without a toolkit: with the headers of isa/cuda/include, once
// for the device's side of a file and once for the host's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simt::cuda {

/// Writes PTX for `target`. The headers lie in `include`.
std::vector<std::string> clang_device_words(const std::string& path, unsigned target,
                                            const std::filesystem::path& include);
/// Writes the PTX of LLVM IR that clang_device_words() with -emit-llvm made, as it would have.
std::vector<std::string> clang_backend_words(const std::string& path, unsigned target,
                                             const std::filesystem::path& ir,
                                             const std::filesystem::path& ptx);
/// Makes a program of the host's side with `fatbin`, the device's, in it, linked with the runtime
/// in `libraries`.
std::vector<std::string> clang_host_words(const std::string& path,
                                          const std::filesystem::path& include,
                                          const std::filesystem::path& fatbin,
                                          const std::filesystem::path& libraries);
/// What a person can do about errors that come from what our headers have.
std::string clang_hint(const std::string& messages);

}  // namespace simt::cuda
