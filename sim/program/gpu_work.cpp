// What streams are given, and how it reaches the device.
#include <algorithm>
#include <utility>

#include "sim/launch/simulate.h"
#include "sim/program/gpu.h"
#include "sim/program/host_call.h"
#include "sim/program/kernel_run.h"
#include "sim/program/launch_watch.h"

namespace simt::program {
namespace {

constexpr std::uint64_t kWorkspaceBytes = 64;
/// What the host stages of pageable memory without waiting for the copy. Source: CUDA C++
/// Programming Guide, "Concurrent Execution between Host and Device"; on an H200 the call of a
/// larger one takes as long as its copy (tests/programs/h200/copies.csv).
constexpr std::uint64_t kStagedBytes = 64 << 10;

}  // namespace

Stream& Gpu::create_stream(bool blocking, int priority) {
  auto stream = std::make_unique<Stream>();
  stream->number = next_stream_++;
  stream->blocking = blocking;
  stream->priority = std::clamp(priority, kGreatestPriority, 0);
  return *streams_.emplace(stream->number, std::move(stream)).first->second;
}

void Gpu::destroy_stream(Stream& stream) {
  if (stream.point.capture) stream.point.capture->invalid = true;
  if (stream.last) wait(*stream.last);
  streams_.erase(stream.number);
}

bool Gpu::has_stream(const void* handle) const {
  return std::ranges::any_of(streams_, [&](const auto& s) { return s.second.get() == handle; });
}

// The default stream and all blocking ones wait for each other.
std::vector<CommandPtr> Gpu::predecessors(const Stream& stream) const {
  std::vector<CommandPtr> out;
  const auto follows = [&](const CommandPtr& before) {
    if (before) out.push_back(before);
  };
  follows(stream.last);
  if (&stream == &default_) {
    for (const auto& [number, other] : streams_)
      if (other->blocking) follows(other->last);
  } else if (stream.blocking) {
    follows(default_.last);
  }
  return out;
}

CommandPtr Gpu::give(Stream& stream, Work work, double host_ns) {
  require_alive();
  if (captures(stream)) {
    capture_checked(stream, std::move(work));
    return nullptr;
  }
  const CommandPtr c = command_of(work, place());
  give(stream, c, host_ns);
  return c;
}

void Gpu::give(Stream& stream, const CommandPtr& command, double host_ns) {
  command->stream = stream.number;
  for (CommandPtr& before : predecessors(stream)) command->after.push_back(std::move(before));
  host_ns_ += host_ns;
  command->issued = host_ns_;
  stream.last = command;
  submit(command);
}

void Gpu::submit(CommandPtr command) {
  if (device_status() != Status::Success) {  // the context is lost
    command->state = Command::State::Ended;
    return;
  }
  if (command->kind == CommandKind::Kernel) {
    LaunchRequest& launch = command->launch;
    launch.place = order_->take(launch.kernel->program.kernel);
    if (launch.kernel->library.heap) limits_.use(Limit::Heap);
    if (launch.kernel->library.printf) limits_.use(Limit::Printf);
    if (launch.cooperative)
      launch.workspace = memory_.image().allocate(kWorkspaceBytes, "workspace of grid.sync()");
  }
  if (!options_.timing) return run_now(*command);
  if (timeline_) timeline_->given(*command);
  processor_->add(std::move(command));
}

// Without time everything happens in the order in which the host asks for it.
void Gpu::run_now(Command& command) {
  command.after.clear();
  command.state = Command::State::Ended;
  if (command.kind == CommandKind::Kernel) {
    running_ = &command;
    const LaunchState state = state_of(command.launch, arch_);
    RunOptions options;
    options.timing = false;
    options.threads = options_.threads;
    options.max_cycles = options_.max_cycles;
    options.print = [this](std::string_view text) { printed_ += text; };
    RunResult result =
        simulate(command.launch.kernel->program, arch_, state, memory_.image(), options);
    running_ = nullptr;
    if (const Status status = status_of(result); status != Status::Success) failed_ = status;
    finished(command, &result);
    return;
  }
  if (command.perform) std::exchange(command.perform, nullptr)();
}

std::unique_ptr<RunResult> Gpu::run_watched(Command& command) {
  if (!command.launch.place.chosen) return nullptr;
  command.watch = std::make_shared<LaunchWatch>(options_, command.launch);
  RunOptions options;
  options.max_cycles = options_.max_cycles;
  options.print = [this](std::string_view text) { printed_ += text; };
  options.observer = command.watch->observer();
  return std::make_unique<RunResult>(simulate(command.launch.kernel->program, arch_,
                                              state_of(command.launch, arch_), memory_.image(),
                                              options));
}

void Gpu::finished(Command& command, RunResult* result) {
  if (timeline_) timeline_->ended(command, result);
  if (result == nullptr) return;
  if (command.launch.workspace != 0) memory_.image().release(command.launch.workspace);
  LaunchRecord record;
  record.place = command.launch.place;
  record.kernel = command.launch.kernel;
  record.device = number_;
  record.stream = command.stream;
  record.start_ns = command.started;
  record.end_ns = command.ended;
  record.result = std::move(*result);
  record.watch = std::move(command.watch);
  launched_(std::move(record));
}

void Gpu::check(const Work& work) {
  command_of(work, place());
}

void Gpu::launch(Stream& stream, LaunchRequest request) {
  const HostCall call(*this, "launch");
  request.priority = stream.priority;
  give(stream, Work(std::move(request)), arch_.host.launch_ns);
}

void Gpu::copy(Stream& stream, const CopyRequest& request, bool wait) {
  copy(stream, request, {.width = request.bytes}, wait);
}

void Gpu::copy(Stream& stream, const CopyRequest& first, const Rows& rows, bool wait) {
  carry_out(stream, CopyWork{first, rows}, wait);
}

void Gpu::carry_out(Stream& stream, CopyWork work, bool wait) {
  if (work.rows.bytes() == 0) return;
  const HostCall call(*this, wait ? "copy and wait" : "copy");
  const bool captured = captures(stream);
  if (captured && wait) require_not_captured(stream);
  work.staged = !wait && !captured && options_.timing;
  const std::uint64_t to = work.first.to;
  const CommandPtr c = give(stream, std::move(work), arch_.host.call_ns);
  if (c == nullptr) return;
  const bool to_pageable = memory_.region(to).kind == DeviceMemory::Kind::Pageable;
  const bool staging = c->pageable && (to_pageable || c->bytes > kStagedBytes);
  if (!wait && !staging) return;
  this->wait(*c, !wait);
  require_alive();
}

void Gpu::fill(Stream& stream, std::uint64_t to, const Rows& rows, const Pattern& pattern,
               bool wait) {
  if (rows.bytes() == 0) return;
  const HostCall call(*this, "fill");
  const CommandPtr c = give(stream, FillWork{to, rows, pattern}, arch_.host.call_ns);
  if (c == nullptr || !wait) return;
  this->wait(*c);
  require_alive();
}

void Gpu::call_host(Stream& stream, HostWork work) {
  const HostCall call(*this, "host function");
  give(stream, std::move(work), arch_.host.call_ns);
}

void Gpu::record(Stream& stream, Event& event, bool external) {
  require_alive();
  if (captures(stream)) {
    if (external) {
      capture(stream, RecordWork{&event});
    } else {
      event.mark = nullptr;
      event.point = stream.point;
    }
    return;
  }
  const HostCall call(*this, "record event");
  event.point = {};
  event.mark = command_of({}, place());
  event.mark->label = kEventLabel;
  give(stream, event.mark, arch_.host.call_ns);
}

void Gpu::wait_for(Stream& stream, Event& event, bool external) {
  require_alive();
  if (external && captures(stream)) {
    capture(stream, WaitWork{&event});
    return;
  }
  if (capture_wait(stream, event) || event.mark == nullptr) return;
  const HostCall call(*this, "stream waits for event");
  const CommandPtr c = command_of({}, place());
  c->label = kWaitLabel;
  c->after.push_back(event.mark);
  c->awaited = event.mark.get();
  give(stream, c, arch_.host.call_ns);
}

}  // namespace simt::program
