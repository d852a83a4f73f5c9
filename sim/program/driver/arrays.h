// CUDA arrays as programs of the driver API name them.
#pragma once

#include "sim/program/driver/state.h"

namespace simt::cuda_driver {

/// By its handle, of any device. Throws CallError (InvalidResourceHandle).
program::DeviceArray& array_of(const void* handle);

/// CUDA_ARRAY3D_DESCRIPTOR.
struct Array3DDescription {
  std::size_t width, height, depth;
  unsigned format, channels, flags;
};
/// Throws CallError.
program::ArrayRequest request_of(const Array3DDescription& description);

}  // namespace simt::cuda_driver
