// Arrays with levels of detail (CUDA Runtime API, "Memory Management").
#include "sim/program/mipmapped.h"
#include "sim/program/runtime/arrays.h"

namespace simt::cudart {

SIMT_CUDART_API int cudaMallocMipmappedArray(void** array,
                                             const cuda_abi::ChannelFormatDesc* channels,
                                             cuda_abi::Extent extent, unsigned levels,
                                             unsigned flags) {
  return call([&] {
    if (array == nullptr || channels == nullptr) throw CallError(Status::InvalidValue);
    Gpu& gpu = State::get().gpu();
    gpu.require_safe();
    *array = &gpu.texels().create_mipmapped(
        {format_of(*channels), extent.width, extent.height, extent.depth, flags}, levels);
  });
}
SIMT_CUDART_API int cudaGetMipmappedArrayLevel(void** level, const void* array, unsigned number) {
  return call([&] {
    if (level == nullptr) throw CallError(Status::InvalidValue);
    *level = &program::level_of(array, number);
  });
}
SIMT_CUDART_API int cudaFreeMipmappedArray(void* array) {
  return call([&] {
    if (array != nullptr) program::destroy_mipmapped(array);
  });
}

}  // namespace simt::cudart
