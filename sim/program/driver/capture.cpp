// Capture of streams (CUDA Driver API, "Stream Management"; sim/program/capture.h).
#include "sim/program/capture_calls.h"

#include "sim/program/driver/state.h"

namespace simt::cuda_driver {
namespace {

using EdgeData = program::GraphEdgeData;

program::Stream& stream_at(void* handle, bool per_thread) {
  return Driver::get().stream(handle, per_thread);
}

int begin(void* handle, int mode, bool per_thread, const program::CaptureInto& into) {
  return call([&] {
    program::begin_capture(Driver::get().gpu(), stream_at(handle, per_thread), mode, into);
  });
}

int end(void* handle, void** graph, bool per_thread) {
  return call([&] {
    require(graph);
    *graph = nullptr;
    *graph = program::end_capture(Driver::get().gpu(), stream_at(handle, per_thread));
  });
}

int tell(void* handle, bool per_thread, const program::CaptureQuestion& to) {
  return call(
      [&] { program::tell_capture(Driver::get().gpu(), stream_at(handle, per_thread), to); });
}

int change(void* handle, void* const* nodes, std::size_t count, unsigned flags, bool per_thread) {
  return call([&] { program::change_capture(stream_at(handle, per_thread), nodes, count, flags); });
}

}  // namespace

SIMT_DRIVER_API int cuThreadExchangeStreamCaptureMode(int* mode) {
  return call([&] { program::exchange_capture_mode(mode); });
}

// Each call in the forms of the legacy and of the per-thread default stream, and as it was before.
#define SIMT_CAPTURES(SUFFIX, PER_THREAD)                                                      \
  SIMT_DRIVER_API int cuStreamBeginCapture_v2##SUFFIX(void* stream, int mode) {                \
    return begin(stream, mode, PER_THREAD, {});                                                \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamBeginCaptureToGraph##SUFFIX(void* stream, void* graph,           \
                                                          void* const* after, const EdgeData*, \
                                                          std::size_t count, int mode) {       \
    return begin(stream, mode, PER_THREAD, {graph, after, count});                             \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamEndCapture##SUFFIX(void* stream, void** graph) {                 \
    return end(stream, graph, PER_THREAD);                                                     \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamIsCapturing##SUFFIX(void* stream, int* status) {                 \
    return tell(stream, PER_THREAD, {.status = status});                                       \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamGetCaptureInfo##SUFFIX(void* stream, int* status,                \
                                                     unsigned long long* id) {                 \
    return tell(stream, PER_THREAD, {.status = status, .id = id});                             \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamGetCaptureInfo_v2##SUFFIX(void* stream, int* status,             \
                                                        unsigned long long* id, void** graph,  \
                                                        void*** after, std::size_t* count) {   \
    return tell(stream, PER_THREAD, {status, id, graph, after, nullptr, count});               \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamGetCaptureInfo_v3##SUFFIX(                                       \
      void* stream, int* status, unsigned long long* id, void** graph, void*** after,          \
      const EdgeData** edges, std::size_t* count) {                                            \
    return tell(stream, PER_THREAD, {status, id, graph, after, edges, count});                 \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamUpdateCaptureDependencies##SUFFIX(                               \
      void* stream, void* const* nodes, std::size_t count, unsigned flags) {                   \
    return change(stream, nodes, count, flags, PER_THREAD);                                    \
  }                                                                                            \
  SIMT_DRIVER_API int cuStreamUpdateCaptureDependencies_v2##SUFFIX(                            \
      void* stream, void* const* nodes, const EdgeData*, std::size_t count, unsigned flags) {  \
    return change(stream, nodes, count, flags, PER_THREAD);                                    \
  }
SIMT_CAPTURES(, false)
SIMT_CAPTURES(_ptsz, true)
#undef SIMT_CAPTURES

}  // namespace simt::cuda_driver
