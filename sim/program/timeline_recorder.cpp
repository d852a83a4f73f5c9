#include "sim/program/timeline_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/views/report.h"

namespace simt::program {
namespace {

using timeline::Engine;

Engine engine_of(const Command& c) {
  if (c.kind == CommandKind::Kernel) return Engine::Kernels;
  if (c.kind != CommandKind::Copy && c.kind != CommandKind::Fill) return Engine::None;
  switch (c.path) {
    case CopyPath::ToDevice:
      return Engine::ToDevice;
    case CopyPath::ToHost:
      return Engine::ToHost;
    case CopyPath::OnDevice:
      return Engine::OnDevice;
    case CopyPath::OnHost:
      break;
  }
  return Engine::None;
}

}  // namespace

TimelineRecorder::Order TimelineRecorder::order_of(const Command& before, const Command& command) {
  if (&before == command.awaited) return Order::Event;
  if (before.stream != command.stream) return Order::Default;
  return before.in_graph && command.in_graph ? Order::Graph : Order::Stream;
}

// Of what was before a mark that it comes after.
TimelineRecorder::Order TimelineRecorder::through(Order mark, Order before) {
  if (mark != Order::Stream) return std::max(mark, before);
  return before == Order::Graph ? Order::Stream : before;
}

// Of one stream the latest is enough, unless a graph has them side by side.
void TimelineRecorder::add(std::vector<Source>& to, const Source& source) const {
  const timeline::Work& work = out_.work[source.work];
  const auto same = std::ranges::find_if(to, [&](const Source& s) {
    const timeline::Work& other = out_.work[s.work];
    return s.work == source.work || (s.order == source.order && other.stream == work.stream &&
                                     !other.in_graph && !work.in_graph);
  });
  if (same == to.end()) return to.push_back(source);
  if (same->work != source.work) {
    if (same->work < source.work) *same = source;
    return;
  }
  const bool stronger = source.order == Order::Event || same->order == Order::Default;
  if (stronger) *same = source;
}

void TimelineRecorder::given(Command& command) {
  std::vector<Source> after;
  for (const CommandPtr& before : command.after) {
    if (!before->recorded || before->recorded->by != this) continue;
    const Order order = order_of(*before, command);
    const bool mark = before->kind == CommandKind::Mark;
    for (const Source& source : before->recorded->works)
      add(after,
          {source.work, mark ? through(order, source.order) : order, !out_.work[source.work].done});
  }
  if (command.kind == CommandKind::Mark) {
    command.recorded =
        std::make_shared<const Command::Recorded>(Command::Recorded{this, std::move(after)});
    return;
  }
  timeline::Work work;
  work.label = command.label;
  work.engine = engine_of(command);
  work.stream = command.stream;
  work.bytes = command.bytes;
  work.pageable = command.pageable;
  work.in_graph = command.in_graph;
  work.issued = command.issued;
  work.after = std::move(after);
  if (command.kind == CommandKind::Kernel)
    work.detail =
        fmt::format("grid {}, block {}", extent(command.launch.grid), extent(command.launch.block));
  command.recorded = std::make_shared<const Command::Recorded>(
      Command::Recorded{this, {{out_.work.size(), Order::Stream, false}}});
  call_.gives = out_.work.size();
  out_.work.push_back(std::move(work));
}

void TimelineRecorder::ended(const Command& command, const RunResult* result) {
  if (command.kind == CommandKind::Mark || !command.recorded || command.recorded->by != this)
    return;
  timeline::Work& work = out_.work[command.recorded->works.front().work];
  work.started = command.started;
  work.ended = command.ended;
  work.done = true;
  if (result != nullptr) work.share = std::min(1.0, result->launch.waves_per_sm);
}

void TimelineRecorder::enter(const char* label, double at) {
  if (depth_++ > 0) return;
  call_ = {};
  call_.label = label;
  call_.from = at;
}

void TimelineRecorder::leave(double at) {
  if (--depth_ > 0) return;
  call_.to = at;
  if (call_.to > call_.from) out_.host.push_back(call_);
}

void TimelineRecorder::waits(bool pageable) {
  if (depth_ == 0) return;
  call_.waits = true;
  call_.pageable |= pageable;
}

}  // namespace simt::program
