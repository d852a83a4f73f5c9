#include "sim/program/capture_calls.h"

#include <algorithm>

namespace simt::program {
namespace {

enum CaptureStatus : int { kNoCapture, kActive, kInvalidated };

CaptureMode capture_mode(int number) {
  if (number < 0 || number > 2) throw CallError(Status::InvalidValue);
  return static_cast<CaptureMode>(number);
}

CaptureStatus capture_status(const Stream& stream) {
  if (!stream.point.capture) return kNoCapture;
  return stream.point.capture->invalid ? kInvalidated : kActive;
}

}  // namespace

void begin_capture(Gpu& gpu, Stream& stream, int mode, const CaptureInto& into) {
  GraphPtr graph = into.graph == nullptr ? nullptr : kept(into.graph);
  gpu.begin_capture(stream, capture_mode(mode), std::move(graph), nodes_of(into.after, into.count));
}

void* end_capture(Gpu& gpu, Stream& stream) {
  return keep(gpu.end_capture(stream));
}

// Nothing is spoilt by asking.
void tell_capture(const Gpu& gpu, Stream& stream, const CaptureQuestion& to) {
  if (gpu.captured_implicitly(stream)) throw CallError(Status::StreamCaptureImplicit);
  if (to.status == nullptr) throw CallError(Status::InvalidValue);
  *to.status = capture_status(stream);
  if (*to.status != kActive) return;
  CapturePoint& point = stream.point;
  if (to.id != nullptr) *to.id = point.capture->id;
  if (to.graph != nullptr) *to.graph = point.capture->graph.get();
  if (to.after != nullptr) *to.after = reinterpret_cast<void**>(point.after.data());
  if (to.edges != nullptr) {
    static thread_local std::vector<GraphEdgeData> whole;
    whole.assign(std::max<std::size_t>(point.after.size(), 1), {});
    *to.edges = whole.data();
  }
  if (to.count != nullptr) *to.count = point.after.size();
}

void change_capture(Stream& stream, void* const* nodes, std::size_t count, unsigned flags) {
  CapturePoint& point = stream.point;
  if (!point.capture) throw CallError(Status::IllegalState);
  constexpr unsigned kSet = 1;
  if (flags == kSet) point.after.clear();
  for (GraphNode* node : nodes_of(nodes, count))
    if (std::ranges::find(point.after, node) == point.after.end()) point.after.push_back(node);
}

void exchange_capture_mode(int* mode) {
  if (mode == nullptr) throw CallError(Status::InvalidValue);
  const CaptureMode wished = capture_mode(*mode);
  *mode = static_cast<int>(thread_capture_mode());
  thread_capture_mode() = wished;
}

}  // namespace simt::program
