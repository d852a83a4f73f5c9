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
  /// Cycle of the device's clock.
  std::uint64_t started_at() const { return started_at_; }
  std::uint64_t finished_at() const { return finished_at_; }
  /// After the last CTA. Time is from the launch to the end, with what a launch costs around it.
  /// Counters of L2 and device memory are its own, beside other grids, too.
  void finish(Device& device);
  /// It was stopped at cycle `at`.
  void stop(Device& device, std::uint64_t at, RunStatus status, std::string explanation, Pc pc);
  RunResult take_result() { return std::move(result_); }
  const Grid& grid() const { return *grid_; }
  const Program& program() const { return request_.kernel->program; }

 private:
  void collect(Device& device);

  const LaunchRequest& request_;
  const ArchConfig& arch_;
  LaunchState state_;
  RunResult result_;
  std::optional<Grid> grid_;
  std::uint64_t started_at_ = 0, finished_at_ = 0;
};

/// The state that a launch begins with: its arguments and the module's constants as they are now.
LaunchState state_of(const LaunchRequest& request, const ArchConfig& arch);

}  // namespace simt::program
