// What a program has said of managed memory: where its pages are best, who reads them, where they
// were brought last (CUDA C++ Programming Guide, "Data Usage Hints"). It changes nothing here, and
// is told again. Answers for ranges of several kinds: those of an H100.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/program/export.h"

namespace simt::program {

/// cudaMemLocation, CUmemLocation.
struct MemLocation {
  int type = 0, id = -2;
  friend bool operator==(const MemLocation&, const MemLocation&) = default;
};
inline constexpr int kNoLocation = 0, kOnDeviceLocation = 1, kOnHostLocation = 2;
inline constexpr int kHostId = -1, kNoId = -2;  ///< cudaCpuDeviceId, cudaInvalidDeviceId

/// A place as calls before CUDA 13 name it: the number of a device, or kHostId.
inline MemLocation location_of(int device) {
  return device == kHostId ? MemLocation{kOnHostLocation, kHostId}
                           : MemLocation{kOnDeviceLocation, device};
}

struct MemRange {
  std::uint64_t begin = 0, bytes = 0;
};

/// By their numbers (cudaMemoryAdvise, CUmem_advise). Throw CallError: an advice or a place that
/// there is not, or memory that is not all of one managed allocation.
SIMT_PROGRAM_API void advise_range(const MemRange& range, int advice, MemLocation location);
SIMT_PROGRAM_API void note_prefetch(const MemRange& range, MemLocation location);
/// Writes an attribute of the range (cudaMemRangeAttribute) to `bytes` bytes. Throws CallError.
SIMT_PROGRAM_API void range_attribute(void* to, std::size_t bytes, int attribute,
                                      const MemRange& range);
/// The memory is no more.
void forget_advice(const MemRange& range);

}  // namespace simt::program
