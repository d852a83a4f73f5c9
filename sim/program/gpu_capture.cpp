// Streams that capture.
#include <algorithm>
#include <set>

#include "sim/program/gpu.h"
#include "sim/program/kernel_run.h"

namespace simt::program {
namespace {

[[noreturn]] void spoil(Capture& capture, Status status) {
  capture.invalid = true;
  throw CallError(status);
}

void add_new(std::vector<GraphNode*>& to, const std::vector<GraphNode*>& nodes) {
  for (GraphNode* node : nodes)
    if (std::ranges::find(to, node) == to.end()) to.push_back(node);
}

void add_ancestors(const GraphNode* node, std::set<const GraphNode*>& to) {
  std::vector<const GraphNode*> open{node};
  while (!open.empty()) {
    const GraphNode* const next = open.back();
    open.pop_back();
    if (to.insert(next).second) open.insert(open.end(), next->after.begin(), next->after.end());
  }
}

}  // namespace

CaptureMode& thread_capture_mode() {
  static thread_local CaptureMode mode = CaptureMode::Global;
  return mode;
}

void Gpu::begin_capture(Stream& stream, CaptureMode mode, GraphPtr into,
                        std::vector<GraphNode*> after) {
  require_no_implicit_capture(stream);
  if (&stream == &default_) throw CallError(Status::StreamCaptureUnsupported);
  if (stream.point.capture) throw CallError(Status::IllegalState);
  static std::uint64_t captures = 0;
  auto capture = std::make_shared<Capture>();
  capture->id = ++captures;
  capture->graph = into ? std::move(into) : std::make_shared<Graph>();
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = &stream;
  stream.point = {capture, std::move(after)};
  captures_.push_back(std::move(capture));
}

GraphPtr Gpu::end_capture(Stream& stream) {
  const CapturePtr capture = stream.point.capture;
  if (!capture) throw CallError(Status::IllegalState);
  if (capture->origin != &stream) spoil(*capture, Status::StreamCaptureUnmatched);
  if (capture->mode != CaptureMode::Relaxed && capture->thread != std::this_thread::get_id())
    spoil(*capture, Status::StreamCaptureWrongThread);
  std::set<const GraphNode*> joined;
  for (const GraphNode* node : stream.point.after) add_ancestors(node, joined);
  bool all_joined = true;
  for (const auto& [number, other] : streams_) {
    if (other->point.capture != capture) continue;
    all_joined = all_joined && std::ranges::all_of(other->point.after, [&](const GraphNode* node) {
                   return joined.contains(node);
                 });
    other->point = {};
  }
  capture->ended = true;
  std::erase(captures_, capture);
  if (capture->invalid) throw CallError(Status::StreamCaptureInvalidated);
  if (!all_joined) throw CallError(Status::StreamCaptureUnjoined);
  return capture->graph;
}

void Gpu::require_no_implicit_capture(const Stream& stream) {
  if (&stream != &default_) return;
  for (const auto& [number, other] : streams_)
    if (other->blocking && other->point.capture)
      spoil(*other->point.capture, Status::StreamCaptureImplicit);
}

bool Gpu::captured_implicitly(const Stream& stream) const {
  return &stream == &default_ && std::ranges::any_of(streams_, [](const auto& other) {
    return other.second->blocking && other.second->point.capture;
  });
}

bool Gpu::captures(const Stream& stream) {
  require_no_implicit_capture(stream);
  if (!stream.point.capture) return false;
  if (stream.point.capture->invalid) throw CallError(Status::StreamCaptureInvalidated);
  return true;
}

GraphNode& Gpu::capture(Stream& stream, NodeWork work) {
  CapturePoint& point = stream.point;
  GraphNode& node = point.capture->graph->add(std::move(work), point.after);
  point.after = {&node};
  return node;
}

void Gpu::capture_memory(Stream& stream, NodeWork work) {
  captures(stream);
  capture(stream, std::move(work));
}

void Gpu::capture_checked(Stream& stream, Work work) {
  try {
    check(work);
  } catch (const CallError&) {
    stream.point.capture->invalid = true;
    throw;
  }
  capture(stream, std::visit([](auto&& what) { return NodeWork(std::move(what)); }, work));
}

bool Gpu::capture_wait(Stream& stream, const Event& event) {
  const CapturePoint& there = event.point;
  CapturePoint& here = stream.point;
  if (!there.capture) {
    if (!captures(stream)) return false;
    // What happens outside cannot be waited for by a graph.
    if (event.mark != nullptr) spoil(*here.capture, Status::StreamCaptureIsolation);
    return true;
  }
  if (there.capture->ended) throw CallError(Status::InvalidValue);
  if (there.capture->invalid) throw CallError(Status::StreamCaptureInvalidated);
  if (&stream == &default_) spoil(*there.capture, Status::StreamCaptureImplicit);
  if (!here.capture) {
    here = there;
    return true;
  }
  if (here.capture != there.capture) {
    here.capture->invalid = true;
    spoil(*there.capture, Status::StreamCaptureMerge);
  }
  captures(stream);
  add_new(here.after, there.after);
  return true;
}

void Gpu::require_safe() {
  const CaptureMode own = thread_capture_mode();
  if (own == CaptureMode::Relaxed) return;
  bool refused = false;
  for (const CapturePtr& capture : captures_) {
    const bool everyone = own == CaptureMode::Global && capture->mode == CaptureMode::Global;
    const bool mine =
        capture->mode != CaptureMode::Relaxed && capture->thread == std::this_thread::get_id();
    if (everyone || mine) refused = capture->invalid = true;
  }
  if (refused) throw CallError(Status::StreamCaptureUnsupported);
}

void Gpu::require_no_capture() {
  for (const CapturePtr& capture : captures_) capture->invalid = true;
  if (!captures_.empty()) throw CallError(Status::StreamCaptureUnsupported);
}

void Gpu::require_not_captured(const Stream& stream) {
  require_no_implicit_capture(stream);
  if (stream.point.capture) spoil(*stream.point.capture, Status::StreamCaptureUnsupported);
  require_safe();
}

bool Gpu::passed(const Event& event) {
  if (const CapturePtr& capture = event.point.capture)
    throw CallError(capture->ended ? Status::InvalidValue : Status::CapturedEvent);
  return is_done(event.mark);
}

void Gpu::require_not_captured(const Event& event) {
  if (const CapturePtr& capture = event.point.capture) {
    if (capture->ended) throw CallError(Status::InvalidValue);
    spoil(*capture, Status::CapturedEvent);
  }
  require_safe();
}

}  // namespace simt::program
