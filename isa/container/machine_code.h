// The machine code in a file, whatever holds it.
#pragma once

#include <string>
#include <vector>

#include "isa/container/cubin.h"

namespace simt {

/// A file that cannot be read.
struct UnreadableFile : ContainerError {
  using ContainerError::ContainerError;
};

/// The cubins of a cubin, a fat binary, an executable or an object, in the file's order. Throws
/// ContainerError when the file cannot be read, holds none, or one of them is broken: what it has
/// instead, and what to do; UnreadableFile in the first case.
std::vector<Cubin> machine_code_of(const std::string& path);

}  // namespace simt
