// Arrays with levels of detail (CUDA Driver API, "Memory Management").
#include "sim/program/driver/arrays.h"
#include "sim/program/mipmapped.h"

namespace simt::cuda_driver {

SIMT_DRIVER_API int cuMipmappedArrayCreate(void** array, const Array3DDescription* description,
                                           unsigned levels) {
  return call([&] {
    require(array);
    require(description);
    Gpu& gpu = Driver::get().gpu();
    gpu.require_safe();
    *array = &gpu.texels().create_mipmapped(request_of(*description), levels);
  });
}
SIMT_DRIVER_API int cuMipmappedArrayGetLevel(void** level, const void* array, unsigned number) {
  return call([&] {
    require(level);
    *level = &program::level_of(array, number);
  });
}
SIMT_DRIVER_API int cuMipmappedArrayDestroy(void* array) {
  return call([&] { program::destroy_mipmapped(array); });
}

}  // namespace simt::cuda_driver
