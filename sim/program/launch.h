// One launch of a program: what was asked for, and what it did.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/launch/simulate.h"
#include "sim/program/export.h"
#include "sim/program/launch_filter.h"
#include "sim/program/loaded_module.h"
#include "sim/program/status.h"

namespace simt::program {

struct LaunchRequest {
  LoadedKernel* kernel = nullptr;
  Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;
  std::vector<std::byte> params;  ///< laid out as Program::params
  bool cooperative = false;       ///< all blocks are resident at once
  int priority = 0;               ///< of its stream (Grid::priority)
  std::uint64_t workspace = 0;    ///< of a cooperative one: where grid.sync() counts
  LaunchPlace place = {};         ///< from when it is given to the device
};

/// Throws CallError where the device refuses it, before it runs, and says why. Source: CUDA C++
/// Programming Guide, technical specifications; Runtime API, cudaLaunchKernel.
void require_launchable(const LaunchRequest& request, const ArchConfig& arch);

/// Arguments of a launch, each by its address, laid out as the kernel reads them.
SIMT_PROGRAM_API std::vector<std::byte> packed(const Program& program, void* const* arguments);

/// What a program is told of a kernel that faulted.
Status status_of(FaultKind kind);
Status status_of(const RunResult& result);

class LaunchWatch;

/// What a launch did. Times are of the simulated device, in nanoseconds since the program began: it
/// starts when its first block is dispatched, as ncu and nsys have it, and not when it is ready.
struct LaunchRecord {
  LaunchPlace place;
  const LoadedKernel* kernel = nullptr;
  unsigned device = 0;
  std::uint64_t stream = 0;  ///< 0: the default stream
  double start_ns = 0, end_ns = 0;
  RunResult result;
  std::shared_ptr<LaunchWatch> watch;  ///< nullptr: nobody looked
};

}  // namespace simt::program
