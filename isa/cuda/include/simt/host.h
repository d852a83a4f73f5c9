// The host's side: the runtime's interface, and what the compiler makes calls of.
#pragma once

#include "simt/runtime_api.h"
#include "simt/runtime_copies.h"
#include "simt/runtime_graphs.h"
#include "simt/runtime_occupancy.h"
#include "simt/runtime_streams.h"
#include "simt/runtime_templates.h"

// What the compiler makes of <<<...>>>.
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
extern "C" unsigned simt_push_call(dim3 grid, dim3 block, size_t shared,
                                   cudaStream_t stream) __asm__("__cudaPushCallConfiguration");
static inline unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                   cudaStream_t stream = 0) {
  return simt_push_call(grid, block, shared, stream == 0 ? cudaStreamPerThread : stream);
}
#else
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                cudaStream_t stream = 0);
#endif

#if defined(__CUDA__) && !defined(__CUDA_ARCH__)
// Where the linker put this file's __managed__ variables; before they are registered.
extern "C" {
extern char simt_managed_begin[] __asm__("__start_simt_managed") __attribute__((weak));
extern char simt_managed_end[] __asm__("__stop_simt_managed") __attribute__((weak));
void __cudaRegisterManagedSection(void* begin, void* end);
}
static __attribute__((constructor(101))) void simt_register_managed() {
  if (simt_managed_begin != simt_managed_end)
    __cudaRegisterManagedSection(simt_managed_begin, simt_managed_end);
}
#endif
