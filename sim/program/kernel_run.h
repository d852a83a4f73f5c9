// A launch on a device of the cycle model, from its start to what it counted.
#pragma once

#include <memory>
#include <optional>

#include "sim/program/launch.h"
#include "sim/sm/device.h"

namespace simt::program {

class KernelRun {
 public:
  /// `request` and `arch` outlive it.
  KernelRun(const LaunchRequest& request, const ArchConfig& arch);

  void start(Device& device, Device::Caches caches);
  bool finished() const { return grid_->finished(); }
  /// Cycles of the device's clock: when the device got it, and when its first CTA was dispatched;
  /// nullopt: none has been. What it waits for SMs that other kernels hold is not its own time.
  std::uint64_t launched_at() const { return launched_at_; }
  std::optional<std::uint64_t> started_at() const;
  /// After the last CTA. Time is from the first one to the end, with what a launch costs around it.
  /// Counters of L2 and device memory are its own, beside other grids, too.
  void finish(Device& device);
  /// It was stopped at cycle `at`.
  void stop(Device& device, std::uint64_t at, RunStatus status, std::string explanation, Pc pc);
  RunResult take_result() { return std::move(result_); }
  const Grid& grid() const { return *grid_; }
  const Program& program() const { return request_.kernel->program; }

 private:
  void collect(Device& device);
  void take_time(std::uint64_t finished_at);

  const LaunchRequest& request_;
  const ArchConfig& arch_;
  LaunchState state_;
  RunResult result_;
  std::optional<Grid> grid_;
  std::uint64_t launched_at_ = 0;
};

/// The state that a launch begins with: its arguments and the module's constants as they are now.
LaunchState state_of(const LaunchRequest& request, const ArchConfig& arch);

}  // namespace simt::program
