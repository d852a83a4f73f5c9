// How the host waits for a device, and what it sees then.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "isa/base/kernel_name.h"
#include "sim/program/gpu.h"
#include "sim/program/host_call.h"
#include "sim/program/kernel_run.h"
#include "sim/program/launch_text.h"

namespace simt::program {
namespace {

/// What a call that asks whether something is done takes of the host's time.
constexpr double kQueryNs = 1000;

}  // namespace

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

// Where a program sees it: when the host has waited for the device.
void Gpu::flush_printed() {
  if (printed_.empty()) return;
  std::fwrite(printed_.data(), 1, printed_.size(), stdout);
  printed_.clear();
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

std::string Gpu::lost() const {
  const std::size_t launches = processor_->lost_launches();
  if (launches == 0) return "";
  return fmt::format("simt-sim: {} launch{} given before that error was known, and did not run\n",
                     launches, launches == 1 ? " was" : "es were");
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
  std::size_t waiting = processor_->waiting_launches();
  for (const CommandPtr& c : processor_->running()) {
    const Grid* const grid = c->run ? &c->run->grid() : nullptr;
    if (grid != nullptr && !c->begun) {
      ++waiting;
      continue;
    }
    line(*c, grid == nullptr ? ""
                             : fmt::format(", {} of {} blocks had ended {} after it began",
                                           grid->ctas_finished(), grid->ctas(),
                                           time_text(processor_->now() - c->started)));
  }
  if (waiting != 0)
    out += fmt::format("simt-sim: {} launch{} had not begun\n", waiting, waiting == 1 ? "" : "es");
  return out;
}

}  // namespace simt::program
