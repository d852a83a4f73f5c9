// Facts of a kernel on a device that the CUDA runtime and driver tell, and how many of its blocks
// fit. Source: CUDA Driver API, "CUfunction_attribute" (the runtime's numbers are the same).
#pragma once

#include <cstdint>

#include "sim/program/export.h"
#include "sim/program/gpu.h"

namespace simt::program {

enum KernelAttribute : int {
  kMaxThreadsPerBlock,
  kStaticShared,
  kConstBytes,
  kLocalBytes,
  kRegisters,
  kPtxVersion,
  kBinaryVersion,
  kCacheModeCa,
  kMaxDynamicShared,
  kCarveout,
  kKernelAttributes = 16,  ///< those between are of clusters, which there are not
};

/// Throws CallError for a number that there is not.
SIMT_PROGRAM_API int kernel_attribute(const LoadedKernel& kernel, const Gpu& gpu, int number);
/// Throws CallError where it cannot be set, or not to this value.
SIMT_PROGRAM_API void set_kernel_attribute(LoadedKernel& kernel, const Gpu& gpu, int number,
                                           int value);

/// Blocks that an SM holds at once; 0 also for more shared memory than a launch would be allowed.
/// Throws CallError.
SIMT_PROGRAM_API int resident_blocks(const LoadedKernel& kernel, const Gpu& gpu, int threads,
                                     std::uint64_t shared);
/// The most dynamic shared memory with which so many blocks of an SM still fit. Throws CallError.
SIMT_PROGRAM_API std::uint64_t shared_left(const LoadedKernel& kernel, const Gpu& gpu, int blocks,
                                           int threads);

}  // namespace simt::program
