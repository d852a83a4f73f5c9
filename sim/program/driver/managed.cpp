// Hints on managed memory (CUDA Driver API, "Unified Addressing").
#include "sim/program/driver/state.h"
#include "sim/program/range_advice.h"

namespace simt::cuda_driver {
namespace {

using program::MemLocation;

int prefetch(DevicePointer begin, std::size_t bytes, MemLocation to, void* stream,
             bool per_thread) {
  return call([&] {
    Driver::get().stream(stream, per_thread);
    program::note_prefetch({begin, bytes}, to);
  });
}

}  // namespace

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_PREFETCHES(SUFFIX, PER_THREAD)                                                      \
  SIMT_DRIVER_API int cuMemPrefetchAsync##SUFFIX(DevicePointer begin, std::size_t bytes, int to, \
                                                 void* stream) {                                 \
    return prefetch(begin, bytes, program::location_of(to), stream, PER_THREAD);                 \
  }                                                                                              \
  SIMT_DRIVER_API int cuMemPrefetchAsync_v2##SUFFIX(DevicePointer begin, std::size_t bytes,      \
                                                    MemLocation to, unsigned, void* stream) {    \
    return prefetch(begin, bytes, to, stream, PER_THREAD);                                       \
  }
SIMT_PREFETCHES(, false)
SIMT_PREFETCHES(_ptsz, true)
#undef SIMT_PREFETCHES

SIMT_DRIVER_API int cuMemAdvise(DevicePointer begin, std::size_t bytes, int advice, int device) {
  return call([&] { program::advise_range({begin, bytes}, advice, program::location_of(device)); });
}
SIMT_DRIVER_API int cuMemAdvise_v2(DevicePointer begin, std::size_t bytes, int advice,
                                   MemLocation location) {
  return call([&] { program::advise_range({begin, bytes}, advice, location); });
}
SIMT_DRIVER_API int cuMemRangeGetAttribute(void* to, std::size_t size, int attribute,
                                           DevicePointer begin, std::size_t bytes) {
  return call([&] { program::range_attribute(to, size, attribute, {begin, bytes}); });
}
SIMT_DRIVER_API int cuMemRangeGetAttributes(void** to, std::size_t* sizes, int* attributes,
                                            std::size_t count, DevicePointer begin,
                                            std::size_t bytes) {
  return call([&] {
    require(to);
    require(sizes);
    require(attributes);
    for (std::size_t i = 0; i < count; ++i)
      program::range_attribute(to[i], sizes[i], attributes[i], {begin, bytes});
  });
}

}  // namespace simt::cuda_driver
