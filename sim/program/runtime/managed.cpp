// Hints on managed memory (CUDA Runtime API, "Memory Management"). It is where both sides see it:
// they are kept and change nothing.
#include "sim/program/range_advice.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

using program::MemLocation;
using program::MemRange;

MemRange range_of(const void* begin, std::size_t bytes) {
  return {address_of(begin), bytes};
}

int advise(const void* begin, std::size_t bytes, int advice, MemLocation location) {
  return call([&] { program::advise_range(range_of(begin, bytes), advice, location); });
}

int prefetch(const void* begin, std::size_t bytes, MemLocation location, void* stream,
             bool per_thread) {
  return call([&] {
    State::get().stream(stream, per_thread);
    program::note_prefetch(range_of(begin, bytes), location);
  });
}

}  // namespace

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_PREFETCH_TO_DEVICE(NAME, PER_THREAD)                                        \
  SIMT_CUDART_API int NAME(const void* begin, std::size_t bytes, int to, void* stream) { \
    return prefetch(begin, bytes, program::location_of(to), stream, PER_THREAD);         \
  }
#define SIMT_PREFETCH(NAME, PER_THREAD)                                                    \
  SIMT_CUDART_API int NAME(const void* begin, std::size_t bytes, MemLocation to, unsigned, \
                           void* stream) {                                                 \
    return prefetch(begin, bytes, to, stream, PER_THREAD);                                 \
  }
#if SIMT_CUDART >= 13
SIMT_PREFETCH(cudaMemPrefetchAsync, false)
SIMT_PREFETCH(cudaMemPrefetchAsync_ptsz, true)
SIMT_CUDART_API int cudaMemAdvise(const void* begin, std::size_t bytes, int advice,
                                  MemLocation location) {
  return advise(begin, bytes, advice, location);
}
#else
SIMT_PREFETCH_TO_DEVICE(cudaMemPrefetchAsync, false)
SIMT_PREFETCH_TO_DEVICE(cudaMemPrefetchAsync_ptsz, true)
SIMT_PREFETCH(cudaMemPrefetchAsync_v2, false)
SIMT_PREFETCH(cudaMemPrefetchAsync_v2_ptsz, true)
SIMT_CUDART_API int cudaMemAdvise(const void* begin, std::size_t bytes, int advice, int device) {
  return advise(begin, bytes, advice, program::location_of(device));
}
SIMT_CUDART_API int cudaMemAdvise_v2(const void* begin, std::size_t bytes, int advice,
                                     MemLocation location) {
  return advise(begin, bytes, advice, location);
}
#endif
#undef SIMT_PREFETCH_TO_DEVICE
#undef SIMT_PREFETCH

SIMT_CUDART_API int cudaMemRangeGetAttribute(void* to, std::size_t size, int attribute,
                                             const void* begin, std::size_t bytes) {
  return call([&] { program::range_attribute(to, size, attribute, range_of(begin, bytes)); });
}
SIMT_CUDART_API int cudaMemRangeGetAttributes(void** to, std::size_t* sizes, int* attributes,
                                              std::size_t count, const void* begin,
                                              std::size_t bytes) {
  return call([&] {
    if (to == nullptr || sizes == nullptr || attributes == nullptr || count == 0)
      throw CallError(Status::InvalidValue);
    for (std::size_t i = 0; i < count; ++i)
      program::range_attribute(to[i], sizes[i], attributes[i], range_of(begin, bytes));
  });
}

}  // namespace simt::cudart
