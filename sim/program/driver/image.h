// What programs give the driver as a module: PTX text, a cubin, a fat binary, or the wrapper that
// the host's code has of one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/program/gpu.h"

namespace simt::cuda_driver {

/// A copy of the program's: it may free its own after the call.
struct Image {
  std::string ptx;
  std::vector<std::byte> fatbin;  ///< empty: it is PTX or a cubin
  std::string cubin;
};

/// Throws CallError: it is no module at all.
Image image_of(const void* image);
/// Throws CallError (FileNotFound) too.
Image image_of_file(const char* path);
/// Throws CallError; PTX is read to its end, so that what is wrong in any kernel of it shows here.
program::LoadedModule& load(program::Gpu& gpu, const Image& image);

}  // namespace simt::cuda_driver
