// Arrays with levels of detail, of whichever device has them.
#pragma once

#include "sim/program/export.h"
#include "sim/program/gpu.h"

namespace simt::program {

struct OwnedMipmapped {
  Gpu& gpu;
  MipmappedArray& array;
};
/// Throws CallError (InvalidResourceHandle).
SIMT_PROGRAM_API OwnedMipmapped mipmapped_of(const void* handle);
/// Throws CallError (InvalidValue): there is no such level.
SIMT_PROGRAM_API DeviceArray& level_of(const void* handle, unsigned number);
/// When all that was given to the device has ended.
SIMT_PROGRAM_API void destroy_mipmapped(const void* handle);

}  // namespace simt::program
