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

std::vector<timeline::Work::Source> TimelineRecorder::sources_of(const Command& command) const {
  if (const auto work = work_of_.find(&command); work != work_of_.end())
    return {{work->second, false}};
  const auto mark = marks_.find(&command);
  return mark == marks_.end() ? std::vector<timeline::Work::Source>{} : mark->second;
}

void TimelineRecorder::given(const Command& command) {
  std::vector<timeline::Work::Source> after;
  const bool is_mark = command.kind == CommandKind::Mark;
  for (const CommandPtr& before : command.after) {
    // Only a wait for an event joins streams but for the default one, which has no mark for it.
    const bool event = is_mark && command.label == kWaitLabel && before->stream != command.stream;
    for (timeline::Work::Source source : sources_of(*before)) {
      source.event |= event;
      const auto same = [&](const auto& s) { return s.work == source.work; };
      if (std::ranges::none_of(after, same)) after.push_back(source);
    }
  }
  if (is_mark) {
    work_of_.erase(&command);
    marks_[&command] = std::move(after);
    return;
  }
  timeline::Work work;
  work.label = command.label;
  work.engine = engine_of(command);
  work.stream = command.stream;
  work.bytes = command.bytes;
  work.pageable = command.pageable;
  work.issued = command.issued;
  work.after = std::move(after);
  if (command.kind == CommandKind::Kernel)
    work.detail =
        fmt::format("grid {}, block {}", extent(command.launch.grid), extent(command.launch.block));
  marks_.erase(&command);
  work_of_[&command] = out_.work.size();
  call_.gives = out_.work.size();
  out_.work.push_back(std::move(work));
}

void TimelineRecorder::ended(const Command& command) {
  marks_.erase(&command);
  const auto it = work_of_.find(&command);
  if (it == work_of_.end()) return;
  timeline::Work& work = out_.work[it->second];
  work.started = command.started;
  work.ended = command.ended;
  work.done = true;
  work_of_.erase(it);
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
