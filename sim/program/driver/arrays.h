// CUDA arrays as programs of the driver API name them.
#pragma once

#include "sim/program/driver/state.h"

namespace simt::cuda_driver {

/// By its handle, of any device. Throws CallError (InvalidResourceHandle).
program::DeviceArray& array_of(const void* handle);

}  // namespace simt::cuda_driver
