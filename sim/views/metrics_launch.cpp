// The launch and its theoretical occupancy.
#include <cmath>

#include "sim/views/metric_groups.h"

namespace simt {
namespace {

double threads_per_block(const Measured& m) {
  return static_cast<double>(m.run.launch.block.count());
}
const Occupancy& occ(const Measured& m) {
  return m.run.launch.occupancy;
}
// ncu prints a limit that does not apply as the number of block slots.
double limit(const Measured& m, unsigned value) {
  return value == kUnlimited ? m.arch.limits.max_ctas_per_sm : value;
}

// Those of a warp, shared out among the threads of a block: a block of 8 threads has 64 for each
// (machine code of reduce_eliminate_divergence.cu on an H200).
double allocated_registers(const Measured& m) {
  const double allocated = occ(m).registers_allocated_per_thread;
  if (m.program == nullptr || !m.program->machine) return allocated;
  const double warps = std::ceil(threads_per_block(m) / m.arch.sm.warp_size);
  return allocated * m.arch.sm.warp_size * warps / threads_per_block(m);
}

struct LaunchMetric {
  const char *name, *unit, *text;
  bool integral;
  double (*value)(const Measured&);
  CounterClass cls = CounterClass::Exact;
};
// Follows from the number of registers, which is an estimate here.
constexpr CounterClass kEstimate = CounterClass::Modelled;

constexpr LaunchMetric kLaunch[] = {
    {"launch__grid_size", "", "blocks of the grid", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.count()); }},
    {"launch__grid_dim_x", "", "blocks in x", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.x); }},
    {"launch__grid_dim_y", "", "blocks in y", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.y); }},
    {"launch__grid_dim_z", "", "blocks in z", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.z); }},
    {"launch__block_size", "", "threads of a block", true, threads_per_block},
    {"launch__block_dim_x", "block", "threads in x", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.block.x); }},
    {"launch__block_dim_y", "block", "threads in y", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.block.y); }},
    {"launch__block_dim_z", "block", "threads in z", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.block.z); }},
    {"launch__thread_count", "thread", "threads of the grid", true,
     [](const Measured& m) {
       return static_cast<double>(m.run.launch.grid.count()) * threads_per_block(m);
     }},
    {"launch__registers_per_thread", "register/thread",
     "registers of a thread: an estimate, but of a .cu file that nvcc compiles for the device's "
     "own "
     "target",
     true, [](const Measured& m) { return static_cast<double>(m.run.launch.registers_per_thread); },
     kEstimate},
    {"launch__registers_per_thread_allocated", "register/thread",
     "registers of a thread, rounded up as they are allocated", true, allocated_registers,
     kEstimate},
    {"launch__shared_mem_per_block_static", "byte/block", "declared shared memory", true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.static_shared); }},
    {"launch__shared_mem_per_block_dynamic", "byte/block", "shared memory given at the launch",
     true, [](const Measured& m) { return static_cast<double>(m.run.launch.dynamic_shared); }},
    {"launch__shared_mem_per_block_driver", "byte/block", "shared memory that the system keeps",
     true,
     [](const Measured& m) { return static_cast<double>(m.arch.limits.shared_reserved_per_cta); }},
    {"launch__shared_mem_per_block_allocated", "byte/block",
     "shared memory of a block, rounded up as it is allocated", true,
     [](const Measured& m) { return static_cast<double>(occ(m).shared_allocated_per_cta); }},
    {"launch__shared_mem_config_size", "byte", "shared memory of an SM as configured", true,
     [](const Measured& m) { return static_cast<double>(occ(m).carveout); }, kEstimate},
    {"launch__shared_mem_per_block", "byte/block",
     "shared memory of a block: static, dynamic and what the system keeps", true,
     [](const Measured& m) {
       return static_cast<double>(m.run.launch.static_shared + m.run.launch.dynamic_shared +
                                  m.arch.limits.shared_reserved_per_cta);
     }},
    {"launch__sm_count", "SM", "SMs of the device", true,
     [](const Measured& m) { return static_cast<double>(m.arch.sm.count); }},
    {"launch__barrier_count", "", "named barriers that the kernel uses", true,
     [](const Measured& m) {
       return m.program == nullptr ? 0 : static_cast<double>(m.program->barriers_used);
     }},
    {"smsp__maximum_warps_avg_per_active_cycle", "warp",
     "theoretical occupancy in warps of a scheduler", false,
     [](const Measured& m) { return ratio(occ(m).warps_per_sm, m.arch.sm.sub_partitions); },
     kEstimate},
    {"launch__occupancy_limit_blocks", "block", "blocks that the block slots of an SM allow", true,
     [](const Measured& m) { return limit(m, occ(m).limit_ctas); }},
    {"launch__occupancy_limit_registers", "block", "blocks that the registers of an SM allow", true,
     [](const Measured& m) { return limit(m, occ(m).limit_registers); }, kEstimate},
    {"launch__occupancy_limit_shared_mem", "block", "blocks that the shared memory of an SM allows",
     true, [](const Measured& m) { return limit(m, occ(m).limit_shared); }, kEstimate},
    {"launch__occupancy_limit_warps", "block", "blocks that the warp slots of an SM allow", true,
     [](const Measured& m) { return limit(m, occ(m).limit_warps); }},
    {"launch__occupancy_limit_barriers", "block", "blocks that the barriers of an SM allow", true,
     [](const Measured& m) { return limit(m, occ(m).limit_barriers); }},
    {"launch__waves_per_multiprocessor", "", "grid divided by the blocks that fit at once", false,
     [](const Measured& m) { return m.run.launch.waves_per_sm; }, kEstimate},
    {"sm__maximum_warps_per_active_cycle_pct", "%", "theoretical occupancy", false,
     [](const Measured& m) { return 100 * occ(m).fraction; }, kEstimate},
    {"sm__maximum_warps_avg_per_active_cycle", "warp", "theoretical occupancy in warps", false,
     [](const Measured& m) { return static_cast<double>(occ(m).warps_per_sm); }, kEstimate},
};

}  // namespace

void add_launch_metrics(MetricList& list) {
  for (const LaunchMetric& l : kLaunch)
    list.push_back({l.name, l.unit, l.text, l.cls, false, l.integral, l.value});
}

}  // namespace simt
