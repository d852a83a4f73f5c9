#include "sim/program/gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "isa/base/kernel_name.h"
#include "isa/container/fatbin.h"
#include "sim/launch/occupancy.h"
#include "sim/launch/simulate.h"
#include "sim/program/host_call.h"
#include "sim/program/kernel_run.h"
#include "sim/program/launch_text.h"
#include "sim/program/launch_watch.h"
#include "sim/program/link.h"

namespace simt::program {
namespace {

/// What a call that asks whether something is done takes of the host's time.
constexpr double kQueryNs = 1000;
constexpr std::uint64_t kWorkspaceBytes = 64;
/// What the host stages of pageable memory without waiting for the copy. Source: CUDA C++
/// Programming Guide, "Concurrent Execution between Host and Device"; on an H200 the call of a
/// larger one takes as long as its copy (tests/programs/h200/copies.csv).
constexpr std::uint64_t kStagedBytes = 64 << 10;

std::uint64_t capacity_of(const ArchConfig& arch) {
  return arch.dram.bytes > 0 ? static_cast<std::uint64_t>(arch.dram.bytes) : std::uint64_t{1} << 34;
}

}  // namespace

Gpu::Gpu(unsigned number, const ExecOptions& options, std::function<void(LaunchRecord&&)> launched)
    : number_(number),
      options_(options),
      arch_(arch_of(options)),
      launched_(std::move(launched)),
      watched_(options),
      memory_(number, capacity_of(arch_)) {
  if (!options.timeline_file.empty())
    timeline_ = std::make_unique<TimelineRecorder>(number, arch_.name);
  reset();
}

Gpu::~Gpu() = default;

void Gpu::reset() {
  processor_.reset();
  modules_.clear();
  texels_.clear();
  streams_.clear();
  captures_.clear();
  default_ = {};
  failed_ = seen_ = Status::Success;
  next_module_ = {variables_of(number_).base, 0, true};
  ProcessorOptions processor;
  processor.threads = options_.threads;
  processor.max_cycles = options_.max_cycles;
  if (options_.empty_caches) processor.caches = Device::Caches::Empty;
  processor.print = [this](std::string_view text) { printed_ += text; };
  processor.ended = [this](Command& command, RunResult* result) { finished(command, result); };
  if (options_.watches())
    processor.run_alone = [this](Command& command) { return run_watched(command); };
  processor_ = std::make_unique<CommandProcessor>(arch_, memory_, processor);
}

Status Gpu::device_status() const {
  return failed_ != Status::Success ? failed_ : processor_->status();
}

// The host has waited for something: what kernels have printed and how they ended shows.
void Gpu::look() {
  seen_ = device_status();
  flush_printed();
}

void Gpu::require_alive() const {
  if (status() != Status::Success) throw CallError(status());
}

LoadedModule& Gpu::load(const std::string& name, std::string ptx) {
  auto module = std::make_unique<LoadedModule>(
      name, std::move(ptx), next_module_, arch_, memory_.image(),
      ModuleOptions{.as_compiled = options_.as_compiled,
                    .keep_registers = options_.sanitize || !options_.html_file.empty(),
                    .texels = &texels_.table()});
  next_module_.globals = module->globals_end();
  next_module_.first_function = module->functions_end();
  modules_.push_back(std::move(module));
  return *modules_.back();
}

// The entry of the fat binary that suits the device.
std::string Gpu::ptx_of(const std::byte* fatbin, unsigned* target) const {
  const unsigned device = 10 * arch_.cc.major + arch_.cc.minor;
  const std::vector<FatbinEntry> entries =
      fatbin_entries({fatbin, fatbin_bytes({fatbin, kFatbinHeaderBytes})});
  const FatbinEntry* const best = best_ptx(entries, device);
  if (best == nullptr)
    throw CallError(
        Status::NoKernelImageForDevice,
        fmt::format("the program has no PTX that {} (sm_{}) can run: it holds {}.\n"
                    "Compile it with nvcc -gencode arch=compute_{},code=compute_{} (nvcc 13 "
                    "begins at compute_75, nvcc 12 at compute_50), or choose a newer device "
                    "with --arch",
                    arch_.name, device, describe(entries), device, device));
  if (options_.verbose)
    fmt::print(stderr, "simt-sim: PTX for sm_{} taken, of {}\n", best->target, describe(entries));
  if (target != nullptr) *target = best->target;
  return contents(*best);
}

LoadedModule& Gpu::load_linked(const std::vector<const std::byte*>& fatbins) {
  try {
    unsigned target = 0;
    std::vector<std::string> texts;
    for (const std::byte* fatbin : fatbins) texts.push_back(ptx_of(fatbin, &target));
    std::string name = fmt::format("PTX for sm_{}", target);
    if (texts.size() > 1) name += fmt::format(", linked from {} files", texts.size());
    return load(name, linked(std::move(texts)));
  } catch (const ContainerError& e) {
    throw CallError(Status::InvalidKernelImage, e.what());
  }
}

unsigned Gpu::blocks_per_sm(const LoadedKernel& kernel, unsigned threads,
                            std::uint64_t shared) const {
  if (threads == 0 || threads > arch_.limits.max_threads_per_cta) return 0;
  return occupancy(arch_, occupancy_input(kernel.program, threads, static_cast<unsigned>(shared)))
      .ctas_per_sm;
}

void Gpu::unload(LoadedModule& module) {
  synchronize();
  std::erase_if(modules_, [&](const auto& m) { return m.get() == &module; });
}

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

// The default stream and all blocking ones wait for each other.
std::vector<CommandPtr> Gpu::predecessors(const Stream& stream) const {
  std::vector<CommandPtr> out;
  const auto follows = [&](const CommandPtr& before) {
    if (before && before->state != Command::State::Ended) out.push_back(before);
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
  if (command->kind == CommandKind::Kernel && command->launch.cooperative)
    command->launch.workspace =
        memory_.image().allocate(kWorkspaceBytes, "workspace of grid.sync()");
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
  if (!watched_.takes(command.launch.kernel->program.kernel)) return nullptr;
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
  if (timeline_) timeline_->ended(command);
  if (result == nullptr) return;
  if (command.launch.workspace != 0) memory_.image().release(command.launch.workspace);
  LaunchRecord record;
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
  if (event.mark->state != Command::State::Ended) c->after.push_back(event.mark);
  give(stream, c, arch_.host.call_ns);
}

void Gpu::wait(const Command& command, bool pageable) {
  const HostCall call(*this, "wait");
  if (timeline_) timeline_->waits(pageable);
  if (options_.timing) {
    processor_->run_until(command);
    host_ns_ = std::max(host_ns_, std::max(processor_->now(), command.ended));
  }
  look();
}

std::string Gpu::unfinished() const {
  std::string out;
  const auto line = [&](const Command& c, const std::string& how_far) {
    if (c.kind != CommandKind::Kernel) return;
    out += fmt::format("simt-sim: not finished: {} {}{}\n",
                       display_name(c.launch.kernel->program.kernel),
                       launch_text(c.launch.grid, c.launch.block), how_far);
  };
  if (running_ != nullptr) line(*running_, "");
  for (const CommandPtr& c : processor_->running()) {
    const Grid* const grid = c->run ? &c->run->grid() : nullptr;
    line(*c, grid == nullptr ? ""
                             : fmt::format(", {} of {} blocks had ended {} after it began",
                                           grid->ctas_finished(), grid->ctas(),
                                           time_text(processor_->now() - c->started)));
  }
  if (const std::size_t waiting = processor_->waiting_launches(); waiting != 0)
    out += fmt::format("simt-sim: {} launch{} had not begun\n", waiting, waiting == 1 ? "" : "es");
  return out;
}

void Gpu::finish() {
  if (options_.timing) processor_->run_all();
}

void Gpu::synchronize() {
  const HostCall call(*this, "synchronize");
  if (timeline_) timeline_->waits(false);
  if (options_.timing) {
    processor_->run_all();
    host_ns_ = std::max(host_ns_, processor_->now());
  }
  look();
}

void Gpu::synchronize(Stream& stream) {
  require_not_captured(stream);
  const CommandPtr last = stream.last;
  if (last) return wait(*last);
  look();
}

void Gpu::synchronize(const Event& event) {
  require_not_captured(event);
  const CommandPtr mark = event.mark;
  if (mark) wait(*mark);
}

bool Gpu::is_done(const CommandPtr& command) {
  if (command == nullptr || !options_.timing) {
    look();
    return true;
  }
  const HostCall call(*this, "query");
  host_ns_ += kQueryNs;
  processor_->run_to(host_ns_);
  look();
  if (seen_ != Status::Success) return true;
  return command->state == Command::State::Ended && command->ended <= host_ns_;
}

bool Gpu::done(const Stream& stream) {
  require_not_captured(stream);
  return is_done(stream.last);
}

bool Gpu::done(const Event& event) {
  require_not_captured(event);
  return is_done(event.mark);
}

double Gpu::elapsed_ms(const Event& from, const Event& to) const {
  return (to.mark->ended - from.mark->ended) * 1e-6;
}

// Where a program sees it: when the host has waited for the device.
void Gpu::flush_printed() {
  if (printed_.empty()) return;
  std::fwrite(printed_.data(), 1, printed_.size(), stdout);
  printed_.clear();
}

}  // namespace simt::program
