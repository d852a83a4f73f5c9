// The kernels of a cubin, an ELF file of machine code.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/machine/lower/kernel_image.h"

namespace simt::machine {

/// A file that is no cubin, or a damaged one.
struct CubinError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool is_cubin(std::span<const std::byte> file);
/// Names of the kernels, in the order of the file.
std::vector<std::string> kernels_of(std::span<const std::byte> file);
KernelImage image_of(std::span<const std::byte> file, const std::string& kernel);

}  // namespace simt::machine
