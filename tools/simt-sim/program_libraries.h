// Where the libraries are that `exec` puts into a program.
#pragma once

#include <filesystem>

namespace simt {

/// The folder of libcudart.so.12 and .13 and of libcuda.so.1. Throws SessionError.
std::filesystem::path program_libraries();

}  // namespace simt
