// Which files come with a compiler of CUDA C++, by their paths.
#pragma once

#include <string>

namespace simt {

/// A header of the CUDA toolkit, of clang or of simt-sim's own (isa/cuda/include), at a path as the
/// compiler writes it.
bool is_toolkit_file(std::string path);

}  // namespace simt
