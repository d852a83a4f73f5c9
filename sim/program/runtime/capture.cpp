// Capture of streams (CUDA Runtime API, "Stream Management"; sim/program/capture.h).
#include "sim/program/capture_calls.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

int begin(void* handle, int mode, bool per_thread, const program::CaptureInto& into) {
  return call([&] {
    State& state = State::get();
    program::begin_capture(state.gpu(), state.stream(handle, per_thread), mode, into);
  });
}

int end(void* handle, void** graph, bool per_thread) {
  return call([&] {
    if (graph == nullptr) throw CallError(Status::InvalidValue);
    *graph = nullptr;
    State& state = State::get();
    *graph = program::end_capture(state.gpu(), state.stream(handle, per_thread));
  });
}

int tell(void* handle, bool per_thread, const program::CaptureQuestion& to) {
  return call([&] {
    State& state = State::get();
    program::tell_capture(state.gpu(), state.stream(handle, per_thread), to);
  });
}

int change_after(void* handle, void* const* nodes, std::size_t count, unsigned flags,
                 bool per_thread) {
  return call([&] {
    program::change_capture(State::get().stream(handle, per_thread), nodes, count, flags);
  });
}

}  // namespace

SIMT_CUDART_API int cudaThreadExchangeStreamCaptureMode(int* mode) {
  return call([&] { program::exchange_capture_mode(mode); });
}

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_CAPTURE(FORM, PER_THREAD)                                               \
  SIMT_CUDART_API int cudaStreamBeginCapture##FORM(void* stream, int mode) {         \
    return begin(stream, mode, PER_THREAD, {});                                      \
  }                                                                                  \
  SIMT_CUDART_API int cudaStreamBeginCaptureToGraph##FORM(                           \
      void* stream, void* graph, void* const* after, const cuda_abi::GraphEdgeData*, \
      std::size_t count, int mode) {                                                 \
    return begin(stream, mode, PER_THREAD, {graph, after, count});                   \
  }                                                                                  \
  SIMT_CUDART_API int cudaStreamEndCapture##FORM(void* stream, void** graph) {       \
    return end(stream, graph, PER_THREAD);                                           \
  }                                                                                  \
  SIMT_CUDART_API int cudaStreamIsCapturing##FORM(void* stream, int* status) {       \
    return tell(stream, PER_THREAD, {.status = status});                             \
  }
SIMT_CAPTURE(, false)
SIMT_CAPTURE(_ptsz, true)
#undef SIMT_CAPTURE

#define SIMT_CAPTURE_INFO(NAME, PER_THREAD)                                                 \
  SIMT_CUDART_API int NAME(void* stream, int* status, unsigned long long* id, void** graph, \
                           void*** after, const cuda_abi::GraphEdgeData** edges,            \
                           std::size_t* count) {                                            \
    return tell(stream, PER_THREAD, {status, id, graph, after, edges, count});              \
  }
#define SIMT_UPDATE_CAPTURE(NAME, PER_THREAD)                                                \
  SIMT_CUDART_API int NAME(void* stream, void* const* nodes, const cuda_abi::GraphEdgeData*, \
                           std::size_t count, unsigned flags) {                              \
    return change_after(stream, nodes, count, flags, PER_THREAD);                            \
  }
#if SIMT_CUDART >= 13
SIMT_CAPTURE_INFO(cudaStreamGetCaptureInfo, false)
SIMT_CAPTURE_INFO(cudaStreamGetCaptureInfo_ptsz, true)
SIMT_UPDATE_CAPTURE(cudaStreamUpdateCaptureDependencies, false)
SIMT_UPDATE_CAPTURE(cudaStreamUpdateCaptureDependencies_ptsz, true)
#else
SIMT_CAPTURE_INFO(cudaStreamGetCaptureInfo_v3, false)
SIMT_CAPTURE_INFO(cudaStreamGetCaptureInfo_v3_ptsz, true)
SIMT_UPDATE_CAPTURE(cudaStreamUpdateCaptureDependencies_v2, false)
SIMT_UPDATE_CAPTURE(cudaStreamUpdateCaptureDependencies_v2_ptsz, true)

// The forms before edges had data.
#define SIMT_OLD_CAPTURE(FORM, PER_THREAD)                                                    \
  SIMT_CUDART_API int cudaStreamGetCaptureInfo##FORM(void* stream, int* status,               \
                                                     unsigned long long* id) {                \
    return tell(stream, PER_THREAD, {.status = status, .id = id});                            \
  }                                                                                           \
  SIMT_CUDART_API int cudaStreamGetCaptureInfo_v2##FORM(void* stream, int* status,            \
                                                        unsigned long long* id, void** graph, \
                                                        void*** after, std::size_t* count) {  \
    return tell(stream, PER_THREAD, {status, id, graph, after, nullptr, count});              \
  }                                                                                           \
  SIMT_CUDART_API int cudaStreamUpdateCaptureDependencies##FORM(                              \
      void* stream, void* const* nodes, std::size_t count, unsigned flags) {                  \
    return change_after(stream, nodes, count, flags, PER_THREAD);                             \
  }
SIMT_OLD_CAPTURE(, false)
SIMT_OLD_CAPTURE(_ptsz, true)
#undef SIMT_OLD_CAPTURE
#endif
#undef SIMT_CAPTURE_INFO
#undef SIMT_UPDATE_CAPTURE

}  // namespace simt::cudart
