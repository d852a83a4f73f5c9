#include "sim/program/mipmapped.h"

#include "sim/program/process.h"
#include "sim/program/status.h"

namespace simt::program {

OwnedMipmapped mipmapped_of(const void* handle) {
  Process& process = Process::get();
  for (unsigned i = 0; i < process.devices(); ++i)
    if (MipmappedArray* const found = process.gpu(i).texels().mipmapped(handle))
      return {process.gpu(i), *found};
  throw CallError(Status::InvalidResourceHandle);
}

DeviceArray& level_of(const void* handle, unsigned number) {
  const MipmappedArray& found = mipmapped_of(handle).array;
  if (number >= found.levels.size()) throw CallError(Status::InvalidValue);
  return *found.levels[number];
}

void destroy_mipmapped(const void* handle) {
  const OwnedMipmapped found = mipmapped_of(handle);
  found.gpu.require_safe();
  found.gpu.synchronize();
  found.gpu.texels().destroy_mipmapped(found.array);
}

}  // namespace simt::program
