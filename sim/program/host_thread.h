// What a thread of the host has chosen, which the CUDA runtime and driver share.
#pragma once

#include <map>

#include "sim/program/export.h"
#include "sim/program/gpu.h"

namespace simt::program {

struct HostThread {
  int device = 0;
  bool uses_runtime = false;               ///< of a device: its primary context is current then
  std::map<unsigned, Stream*> own_stream;  ///< by device: the per-thread default stream
};
SIMT_PROGRAM_API HostThread& host_thread();

/// Handles of the legacy and of the per-thread default stream, as programs name them.
inline constexpr std::uintptr_t kLegacyStream = 1, kPerThreadStream = 2;
/// `per_thread`: the handle 0 is the thread's own default stream.
SIMT_PROGRAM_API Stream& stream_of(Gpu& gpu, void* handle, bool per_thread);

}  // namespace simt::program
