// Capture of streams (CUDA Runtime API, "Stream Management"; sim/program/capture.h).
#include <algorithm>

#include "sim/program/runtime/graphs.h"

namespace simt::cudart {
namespace {

using program::CaptureMode;

enum CaptureStatus : int { kNone, kActive, kInvalidated };

CaptureMode mode_of(int number) {
  if (number < 0 || number > 2) throw CallError(Status::InvalidValue);
  return static_cast<CaptureMode>(number);
}

struct Into {
  void* graph = nullptr;
  void* const* after = nullptr;
  std::size_t count = 0;
};

int begin(void* handle, int mode, bool per_thread, const Into& into) {
  return call([&] {
    State& state = State::get();
    program::Stream& stream = state.stream(handle, per_thread);
    GraphPtr graph = into.graph == nullptr ? nullptr : kept(into.graph);
    state.gpu().begin_capture(stream, mode_of(mode), std::move(graph),
                              nodes_of(into.after, into.count));
  });
}

int end(void* handle, void** graph, bool per_thread) {
  return call([&] {
    if (graph == nullptr) throw CallError(Status::InvalidValue);
    *graph = nullptr;
    State& state = State::get();
    *graph = keep(state.gpu().end_capture(state.stream(handle, per_thread)));
  });
}

CaptureStatus status_of(const program::Stream& stream) {
  if (!stream.point.capture) return kNone;
  return stream.point.capture->invalid ? kInvalidated : kActive;
}

struct CaptureInfo {
  int* status = nullptr;
  unsigned long long* id = nullptr;
  void** graph = nullptr;
  void*** after = nullptr;
  const cuda_abi::GraphEdgeData** edges = nullptr;
  std::size_t* count = nullptr;
};

// Nothing is spoilt by asking.
program::Stream& asked(void* handle, bool per_thread) {
  State& state = State::get();
  program::Stream& stream = state.stream(handle, per_thread);
  if (state.gpu().captured_implicitly(stream)) throw CallError(Status::StreamCaptureImplicit);
  return stream;
}

int tell(void* handle, bool per_thread, const CaptureInfo& to) {
  return call([&] {
    program::Stream& stream = asked(handle, per_thread);
    if (to.status == nullptr) throw CallError(Status::InvalidValue);
    *to.status = status_of(stream);
    if (*to.status != kActive) return;
    program::CapturePoint& point = stream.point;
    if (to.id != nullptr) *to.id = point.capture->id;
    if (to.graph != nullptr) *to.graph = point.capture->graph.get();
    if (to.after != nullptr) *to.after = reinterpret_cast<void**>(point.after.data());
    if (to.edges != nullptr) {
      static thread_local std::vector<cuda_abi::GraphEdgeData> whole;
      whole.assign(std::max<std::size_t>(point.after.size(), 1), {});
      *to.edges = whole.data();
    }
    if (to.count != nullptr) *to.count = point.after.size();
  });
}

int change_after(void* handle, void* const* nodes, std::size_t count, unsigned flags,
                 bool per_thread) {
  return call([&] {
    program::CapturePoint& point = State::get().stream(handle, per_thread).point;
    if (!point.capture) throw CallError(Status::IllegalState);
    constexpr unsigned kSet = 1;
    if (flags == kSet) point.after.clear();
    for (GraphNode* node : nodes_of(nodes, count))
      if (std::ranges::find(point.after, node) == point.after.end()) point.after.push_back(node);
  });
}

}  // namespace

SIMT_CUDART_API int cudaThreadExchangeStreamCaptureMode(int* mode) {
  return call([&] {
    if (mode == nullptr) throw CallError(Status::InvalidValue);
    const CaptureMode wished = mode_of(*mode);
    *mode = static_cast<int>(program::thread_capture_mode());
    program::thread_capture_mode() = wished;
  });
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
