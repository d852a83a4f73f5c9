// Capture of streams as programs ask for it, the same in the CUDA runtime and driver
// (sim/program/capture.h). All throw CallError.
#pragma once

#include "sim/program/export.h"
#include "sim/program/gpu.h"
#include "sim/program/graph_handles.h"

namespace simt::program {

/// Where a capture goes that is not to make a graph of its own.
struct CaptureInto {
  void* graph = nullptr;
  void* const* after = nullptr;
  std::size_t count = 0;
};
SIMT_PROGRAM_API void begin_capture(Gpu& gpu, Stream& stream, int mode, const CaptureInto& into);
/// The kept graph.
SIMT_PROGRAM_API void* end_capture(Gpu& gpu, Stream& stream);

/// What a program wants to know: where it is to be written, nullptr for what it does not ask.
struct CaptureQuestion {
  int* status = nullptr;
  unsigned long long* id = nullptr;
  void** graph = nullptr;
  void*** after = nullptr;
  const GraphEdgeData** edges = nullptr;
  std::size_t* count = nullptr;
};
SIMT_PROGRAM_API void tell_capture(const Gpu& gpu, Stream& stream, const CaptureQuestion& to);
/// `flags`: 1 replaces what the capture comes after, 0 adds to it.
SIMT_PROGRAM_API void change_capture(Stream& stream, void* const* nodes, std::size_t count,
                                     unsigned flags);
/// The calling thread's mode, in exchange.
SIMT_PROGRAM_API void exchange_capture_mode(int* mode);

}  // namespace simt::program
