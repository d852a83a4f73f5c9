#include "sim/program/command_processor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/explain/explain.h"
#include "sim/explain/polling.h"
#include "sim/program/kernel_run.h"

namespace simt::program {
namespace {

constexpr double kNeverNs = std::numeric_limits<double>::infinity();
/// From the last block's end to the first instruction of the kernel that comes after it in a graph:
/// on an H200 empty kernels of a graph follow each other every 701 ns and take 126 by their stamps
/// (tests/programs/launch_costs.cu; an H100: 983, 862 from end to start).
constexpr double kNextOfGraphNs = 575;

/// All else that runs ends at a time that is known.
bool on_device(const CommandPtr& c) {
  return c->run != nullptr;
}

}  // namespace

CommandProcessor::CommandProcessor(const ArchConfig& arch, DeviceMemory& memory,
                                   const ProcessorOptions& options)
    : arch_(arch), memory_(memory), options_(options), host_cache_(arch.host.host_cache_bytes) {}

// Commands of other devices may still count on these.
CommandProcessor::~CommandProcessor() {
  for (const auto& [order, command] : waiting_) {
    command->state = Command::State::Ended;
    command->after.clear();
    command->unblocks.clear();
  }
}

void CommandProcessor::add(CommandPtr command) {
  Command& c = *command;
  c.processor = this;
  c.order = next_order_++;
  for (const CommandPtr& before : c.after) {
    if (before->state == Command::State::Ended) continue;
    before->unblocks.push_back(command);
    ++c.unmet;
  }
  if (c.unmet == 0) startable_.insert(&c);
  waiting_.emplace(c.order, std::move(command));
}

// The last of what it comes after may be a command of another device.
void CommandProcessor::unblock(Command& ended) {
  for (const CommandPtr& next : ended.unblocks) {
    // The clock of another device may be behind.
    if (next->processor != this) next->issued = std::max(next->issued, ended.ended);
    if (--next->unmet == 0 && next->state == Command::State::Waiting)
      next->processor->startable_.insert(next.get());
  }
  ended.unblocks.clear();
}

// Ended commands make others ready, marks at once.
bool CommandProcessor::start_ready() {
  bool any = false;
  while (!startable_.empty() && (*startable_.begin())->issued <= now_) {
    const auto it = waiting_.find((*startable_.begin())->order);
    startable_.erase(startable_.begin());
    const CommandPtr command = std::move(it->second);
    waiting_.erase(it);
    start(command);
    any = true;
    if (status_ != Status::Success) return any;
  }
  return any;
}

// A copy reads and writes each byte, a fill writes it. What fits in L2 is copied there.
double CommandProcessor::device_copy_ns(const Command& c) const {
  const bool copies = c.kind == CommandKind::Copy;
  const double moved = (copies ? 2.0 : 1.0) * static_cast<double>(c.bytes);
  const bool in_l2 = copies && moved <= static_cast<double>(arch_.l2.bytes);
  const double bytes_per_second = in_l2 ? arch_.l2.bytes_per_clock * arch_.sm.clock_mhz * 1e6
                                        : arch_.dram.bytes_per_second * arch_.dram.efficiency;
  return arch_.host.device_ns + moved / bytes_per_second * 1e9;
}

double CommandProcessor::pageable_ns(const Command& c) {
  const HostLink& link = arch_.host;
  const auto ns = [](double bytes, double bytes_per_second) {
    return bytes * 1e9 / bytes_per_second;
  };
  const auto bytes = static_cast<double>(c.bytes);
  if (c.path == CopyPath::ToDevice) {
    const auto cached = static_cast<double>(host_cache_.read(c.host, c.bytes));
    return link.copy_ns + ns(cached, link.pageable_to_device_bytes_per_second) +
           ns(bytes - cached, link.uncached_to_device_bytes_per_second);
  }
  const auto evicted = static_cast<double>(host_cache_.write(c.host, c.bytes));
  const double first = std::min(bytes, link.first_bytes);
  return link.copy_ns + link.evict_ns * std::min(evicted / (1 << 20), 1.0) +
         ns(first, link.first_to_host_bytes_per_second) +
         ns(bytes - first, link.pageable_to_host_bytes_per_second);
}

double CommandProcessor::copy_ns(const Command& c) {
  const HostLink& link = arch_.host;
  const auto bytes = static_cast<double>(c.bytes) * 1e9;
  if (c.path == CopyPath::OnHost) return 0;
  if (c.path == CopyPath::OnDevice) return device_copy_ns(c);
  if (c.pageable) return pageable_ns(c);
  return link.copy_ns + bytes / (c.path == CopyPath::ToDevice ? link.to_device_bytes_per_second
                                                              : link.to_host_bytes_per_second);
}

// Copies of one direction follow each other on their engine.
void CommandProcessor::start_copy(Command& c) {
  const double length = copy_ns(c);
  c.started = now_;
  if (c.path != CopyPath::OnHost) {
    double& free = engine_free_[static_cast<std::size_t>(c.path)];
    c.started = std::max(free, now_);
    free = c.started + length;
  }
  c.ended = c.started + length;
}

// SMs that run ahead of the others would count past a short limit.
std::uint64_t CommandProcessor::ahead() const {
  constexpr std::uint64_t kShort = 1'000'000;
  return options_.max_cycles != 0 && options_.max_cycles < kShort ? 0 : kNever;
}

void CommandProcessor::start_kernel(const CommandPtr& command) {
  Command& c = *command;
  running_.push_back(command);
  if (options_.run_alone) c.result = options_.run_alone(c);
  if (c.result) {
    c.ended = now_ + ns(static_cast<double>(c.result->cycles_elapsed));
    return;
  }
  if (!device_)
    device_.emplace(arch_, DeviceOptions{nullptr, options_.threads, true, ahead()},
                    memory_.image());
  if (device_->idle()) device_->wait_until(cycle_at(now_));
  c.run = std::make_unique<KernelRun>(c.launch, arch_);
  c.run->start(*device_, options_.caches);
}

void CommandProcessor::start(const CommandPtr& command) {
  Command& c = *command;
  c.after.clear();
  c.state = Command::State::Running;
  c.started = now_;
  switch (c.kind) {
    case CommandKind::Kernel:
      start_kernel(command);
      break;
    case CommandKind::Copy:
    case CommandKind::Fill:
      start_copy(c);
      running_.push_back(command);
      break;
    case CommandKind::HostCall:
    case CommandKind::Mark:
      end(c, now_, nullptr);
      break;
  }
}

void CommandProcessor::end(Command& command, double at, RunResult* result) {
  command.ended = at;
  command.state = Command::State::Ended;
  if (command.perform) command.perform();
  command.perform = nullptr;
  if (options_.ended) options_.ended(command, result);
  command.run.reset();
  unblock(command);
}

double CommandProcessor::next_start() const {
  return startable_.empty() ? kNeverNs : (*startable_.begin())->issued;
}

double CommandProcessor::next_timed_end() const {
  double next = kNeverNs;
  for (const CommandPtr& c : running_)
    if (!on_device(c)) next = std::min(next, c->ended);
  return next;
}

void CommandProcessor::end_timed() {
  for (std::size_t i = 0; i < running_.size();) {
    const CommandPtr c = running_[i];
    if (on_device(c) || c->ended > now_) {
      ++i;
      continue;
    }
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    end(*c, c->ended, c->result.get());
    if (c->result && c->result->status != RunStatus::Finished)
      return lose_context(status_of(*c->result));
  }
}

void CommandProcessor::note_starts() {
  for (const CommandPtr& c : running_) {
    if (!on_device(c) || c->begun) continue;
    const std::optional<std::uint64_t> at = c->run->started_at();
    if (!at) continue;
    c->begun = true;
    c->started += ns(static_cast<double>(*at - c->run->launched_at()));
  }
}

// The device starts the next kernel of a graph itself: what else a launch takes does not show.
bool CommandProcessor::starts_next(const Command& c) {
  return c.in_graph && std::ranges::any_of(c.unblocks, [](const CommandPtr& next) {
           return next->in_graph && next->kind == CommandKind::Kernel;
         });
}

void CommandProcessor::retire_kernels() {
  const double now = now_;
  for (const CommandPtr& c : running_) {
    if (!on_device(c) || !c->run->finished()) continue;
    c->run->finish(*device_);
    c->result = std::make_unique<RunResult>(c->run->take_result());
    c->run.reset();
    c->ended = c->started + ns(static_cast<double>(c->result->cycles_elapsed));
    if (starts_next(*c)) {
      const LaunchConfig& launch = arch_.launch;
      c->ended -=
          std::max(ns(launch.kernel_cycles + launch.first_cta_cycles) - kNextOfGraphNs, 0.0);
    }
    c->ended = std::max(c->ended, now);
    if (device_->idle()) now_ = std::max(now_, c->ended);
  }
}

Command* CommandProcessor::running_kernel() const {
  const auto it = std::ranges::find_if(running_, on_device);
  return it == running_.end() ? nullptr : it->get();
}

void CommandProcessor::fail(Command& kernel, const Stop& stop) {
  const std::uint64_t at = device_->stop(std::max(device_->now(), cycle_at(now_)));
  kernel.run->stop(*device_, at, stop.status, stop.explanation, stop.pc);
  RunResult result = kernel.run->take_result();
  end(kernel, std::max(now_, kernel.started + ns(static_cast<double>(result.cycles_elapsed))),
      &result);
  lose_context(stop.error);
}

std::size_t CommandProcessor::waiting_launches() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      waiting_, [](const auto& of) { return of.second->kind == CommandKind::Kernel; }));
}

// Nothing that waits or runs will end.
void CommandProcessor::lose_context(Status error) {
  status_ = error;
  for (const CommandPtr& c : running_)
    if (c->result) end(*c, c->ended, c->result.get());
  std::vector<CommandPtr> lost = std::exchange(running_, {});
  for (auto& [order, command] : waiting_) lost.push_back(std::move(command));
  waiting_.clear();
  startable_.clear();
  for (const CommandPtr& c : lost) {
    if (c->kind == CommandKind::Kernel && c->state != Command::State::Ended) ++lost_launches_;
    c->state = Command::State::Ended;
  }
  for (const CommandPtr& c : lost) unblock(*c);
  device_.reset();
}

void CommandProcessor::stop_faulted(const KernelFault& fault) {
  const auto faulted = std::ranges::find_if(running_, [&](const CommandPtr& c) {
    return on_device(c) && &c->run->grid().launch() == fault.launch;
  });
  Command& kernel = faulted == running_.end() ? *running_kernel() : **faulted;
  fail(kernel, {RunStatus::Fault, status_of(fault.kind),
                explain_fault(kernel.run->program(), fault), fault.pc});
}

void CommandProcessor::stop_stuck() {
  Command& kernel = *running_kernel();
  const KernelRun& run = *kernel.run;
  const DeadlockText text = explain_stuck(run.program(), memory_.image(), device_->detector(),
                                          resident_warps(device_->sms(), run.grid()));
  std::string explanation = text.text;
  if (const std::uint64_t left = run.grid().not_started(); left != 0)
    explanation += explain_not_started(left, run.grid().ctas());
  fail(kernel, {RunStatus::Deadlock, Status::LaunchTimeout, std::move(explanation), text.pc});
}

// Cycle of the device's clock.
std::uint64_t CommandProcessor::limit_of(const Command& c) const {
  if (options_.max_cycles == 0 || c.run == nullptr || !c.begun) return kNever;
  return c.run->started_at().value_or(c.run->launched_at()) + options_.max_cycles;
}

void CommandProcessor::stop_over_limit() {
  const auto over = std::ranges::find_if(running_, [&](const CommandPtr& c) {
    return device_->now() >= limit_of(*c) && !c->run->finished();
  });
  if (over == running_.end()) return;
  const KernelRun& run = *(*over)->run;
  const std::vector<ResidentWarp> warps = resident_warps(device_->sms(), run.grid());
  fail(**over, {RunStatus::Limit, Status::LaunchTimeout,
                explain_limit("cycles", options_.max_cycles, run.program(), warps) +
                    polling_hint(run.program(), memory_.image(), device_->detector(), warps),
                kNoPc});
}

void CommandProcessor::run_device(double until) {
  const std::uint64_t next = device_->next_event();
  if (next == kNever) return stop_stuck();
  std::uint64_t end = device_->window_end(std::max(device_->now(), next));
  if (until != kNeverNs) {
    const auto limit = static_cast<std::uint64_t>(std::ceil(cycles(until)));
    if (next >= limit) {
      now_ = until;
      return;
    }
    end = std::min(end, std::max(limit, device_->now() + 1));
  }
  for (const CommandPtr& c : running_)
    end = std::min(end, std::max(limit_of(*c), device_->now() + 1));
  device_->run_window(end);
  now_ = std::max(now_, ns(static_cast<double>(end)));
  note_starts();
  if (const std::string text = device_->take_printed(); !text.empty() && options_.print)
    options_.print(text);
  if (const KernelFault* fault = device_->fault()) return stop_faulted(*fault);
  if (device_->proven_stuck()) return stop_stuck();
  stop_over_limit();
}

bool CommandProcessor::step(double limit) {
  if (start_ready()) return true;
  if (running_.empty() && waiting_.empty()) return false;
  const double next = std::min({next_timed_end(), next_start(), limit});
  if (running_kernel() != nullptr) {
    run_device(next);
    if (status_ != Status::Success) return false;
    retire_kernels();
  } else if (next == kNeverNs) {
    return false;
  } else {
    now_ = std::max(now_, next);
  }
  end_timed();
  return now_ < limit;
}

void CommandProcessor::run_until(const Command& command) {
  while (command.state != Command::State::Ended && status_ == Status::Success)
    if (!step(kNeverNs)) break;
}

void CommandProcessor::run_all() {
  while (status_ == Status::Success && step(kNeverNs)) {
  }
}

void CommandProcessor::run_to(double time) {
  while (status_ == Status::Success && now_ < time && step(time)) {
  }
  if (idle()) now_ = std::max(now_, time);
}

}  // namespace simt::program
