#include "sim/launch/launch_info.h"

#include <algorithm>

#include "sim/launch/launched_registers.h"

namespace simt {
namespace {

Occupancy occupancy_of(const Program& program, const ArchConfig& arch, const LaunchState& launch) {
  OccupancyInput in;
  in.threads_per_cta = static_cast<unsigned>(launch.block.count());
  in.registers_per_thread = launched_registers(program);
  in.static_shared = program.shared.static_bytes;
  in.dynamic_shared = launch.dynamic_shared_bytes;
  in.barriers = std::max(1u, program.barriers_used);
  return occupancy(arch, in);
}

}  // namespace

bool cannot_start(RunResult& result, const ArchConfig& arch) {
  if (result.launch.occupancy.ctas_per_sm > 0) return false;
  result.status = RunStatus::Fault;
  result.explanation =
      "the kernel cannot be launched on " + arch.name + ": " + result.launch.occupancy.why_not;
  return true;
}

LaunchInfo launch_info(const Program& program, const ArchConfig& arch, const LaunchState& launch) {
  LaunchInfo info;
  info.grid = launch.grid;
  info.block = launch.block;
  info.dynamic_shared = launch.dynamic_shared_bytes;
  info.static_shared = program.shared.static_bytes;
  info.registers_per_thread = launched_registers(program);
  info.occupancy = occupancy_of(program, arch, launch);
  if (info.occupancy.ctas_per_sm > 0)
    info.waves_per_sm = static_cast<double>(launch.grid.count()) /
                        (static_cast<double>(arch.sm.count) * info.occupancy.ctas_per_sm);
  return info;
}

}  // namespace simt
