#include "sim/program/kernel_run.h"

#include <algorithm>
#include <utility>

#include "sim/launch/grid_needs.h"
#include "sim/launch/grid_result.h"
#include "sim/launch/launch_info.h"
#include "sim/launch/machine_state.h"

namespace simt::program {

LaunchState state_of(const LaunchRequest& request, const ArchConfig& arch) {
  LaunchState state;
  state.grid = request.grid;
  state.block = request.block;
  state.dynamic_shared_bytes = request.dynamic_shared;
  set_machine(state, arch);
  state.params = request.params;
  state.grid_workspace = request.workspace;
  state.texels = request.kernel->module.texels();
  const LoadedKernel& kernel = *request.kernel;
  state.constants = launch_constants(kernel.program, kernel.module.constants());
  return state;
}

KernelRun::KernelRun(const LaunchRequest& request, const ArchConfig& arch)
    : request_(request), arch_(arch), state_(state_of(request, arch)) {
  result_.launch = launch_info(program(), arch, state_);
  grid_.emplace(request.kernel->kernel, state_,
                grid_needs(program(), arch, result_.launch.occupancy), arch, 1);
  grid_->set_priority(request.priority);
}

void KernelRun::start(Device& device, Device::Caches caches) {
  launched_at_ = device.now();
  device.launch(*grid_, caches);
}

std::optional<std::uint64_t> KernelRun::started_at() const {
  std::optional<std::uint64_t> first;
  if (grid_->not_started() == grid_->ctas()) return first;
  for (const auto& there : grid_->on_sms()) {
    if (!there || !there->ready_from) continue;
    const std::uint64_t at = *there->ready_from - arch_.launch.first_cta_cycles;
    first = std::min(first.value_or(at), at);
  }
  return first;
}

void KernelRun::take_time(std::uint64_t finished_at) {
  const std::uint64_t from = started_at().value_or(launched_at_);
  result_.cycles_elapsed = std::max(finished_at, from) - from;
}

void KernelRun::collect(Device& device) {
  result_.counters = device.l2_counters(*grid_);
  result_.atomics_units = device.atomics_time(*grid_);
  add_grid(result_, *grid_, arch_);
}

void KernelRun::finish(Device& device) {
  if (device.idle()) device.drain();
  collect(device);
  device.retire(*grid_);
  const std::uint64_t reductions = device.idle() ? device.reductions_end() : 0;
  take_time(std::max(grid_->finished_at(), reductions));
  result_.cycles_elapsed += arch_.launch.kernel_cycles;
}

void KernelRun::stop(Device& device, std::uint64_t at, RunStatus status, std::string explanation,
                     Pc pc) {
  collect(device);
  take_time(at);
  result_.status = status;
  result_.explanation = std::move(explanation);
  result_.fault_pc = pc;
}

}  // namespace simt::program
