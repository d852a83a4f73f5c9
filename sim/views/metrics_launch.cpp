// The launch and its theoretical occupancy.
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

struct LaunchMetric {
  const char *name, *unit, *text;
  bool basic, integral;
  double (*value)(const Measured&);
};

constexpr LaunchMetric kLaunch[] = {
    {"launch__grid_size", "", "blocks of the grid", true, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.count()); }},
    {"launch__grid_dim_x", "", "blocks in x", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.x); }},
    {"launch__grid_dim_y", "", "blocks in y", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.y); }},
    {"launch__grid_dim_z", "", "blocks in z", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.grid.z); }},
    {"launch__block_size", "", "threads of a block", true, true, threads_per_block},
    {"launch__block_dim_x", "", "threads in x", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.block.x); }},
    {"launch__block_dim_y", "", "threads in y", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.block.y); }},
    {"launch__block_dim_z", "", "threads in z", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.block.z); }},
    {"launch__thread_count", "thread", "threads of the grid", true, true,
     [](const Measured& m) {
       return static_cast<double>(m.run.launch.grid.count()) * threads_per_block(m);
     }},
    {"launch__registers_per_thread", "register/thread", "registers of a thread (estimate)", true,
     true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.registers_per_thread); }},
    {"launch__registers_per_thread_allocated", "register/thread",
     "registers of a thread, rounded up as they are allocated", false, true,
     [](const Measured& m) { return static_cast<double>(occ(m).registers_allocated_per_thread); }},
    {"launch__shared_mem_per_block_static", "byte/block", "declared shared memory", true, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.static_shared); }},
    {"launch__shared_mem_per_block_dynamic", "byte/block", "shared memory given at the launch",
     true, true,
     [](const Measured& m) { return static_cast<double>(m.run.launch.dynamic_shared); }},
    {"launch__shared_mem_per_block_driver", "byte/block", "shared memory that the system keeps",
     false, true,
     [](const Measured& m) { return static_cast<double>(m.arch.limits.shared_reserved_per_cta); }},
    {"launch__shared_mem_per_block_allocated", "byte/block",
     "shared memory of a block, rounded up as it is allocated", false, true,
     [](const Measured& m) { return static_cast<double>(occ(m).shared_allocated_per_cta); }},
    {"launch__shared_mem_config_size", "byte", "shared memory of an SM as configured", false, true,
     [](const Measured& m) { return static_cast<double>(occ(m).carveout); }},
    {"launch__occupancy_limit_blocks", "block", "blocks that the block slots of an SM allow", false,
     true, [](const Measured& m) { return limit(m, occ(m).limit_ctas); }},
    {"launch__occupancy_limit_registers", "block", "blocks that the registers of an SM allow",
     false, true, [](const Measured& m) { return limit(m, occ(m).limit_registers); }},
    {"launch__occupancy_limit_shared_mem", "block", "blocks that the shared memory of an SM allows",
     false, true, [](const Measured& m) { return limit(m, occ(m).limit_shared); }},
    {"launch__occupancy_limit_warps", "block", "blocks that the warp slots of an SM allow", false,
     true, [](const Measured& m) { return limit(m, occ(m).limit_warps); }},
    {"launch__occupancy_limit_barriers", "block", "blocks that the barriers of an SM allow", false,
     true, [](const Measured& m) { return limit(m, occ(m).limit_barriers); }},
    {"launch__waves_per_multiprocessor", "", "grid divided by the blocks that fit at once", true,
     false, [](const Measured& m) { return m.run.launch.waves_per_sm; }},
    {"sm__maximum_warps_per_active_cycle_pct", "%", "theoretical occupancy", true, false,
     [](const Measured& m) { return 100 * occ(m).fraction; }},
    {"sm__maximum_warps_avg_per_active_cycle", "warp", "theoretical occupancy in warps", false,
     false, [](const Measured& m) { return static_cast<double>(occ(m).warps_per_sm); }},
};

}  // namespace

void add_launch_metrics(MetricList& list) {
  for (const LaunchMetric& l : kLaunch)
    list.push_back({l.name, l.unit, l.text, CounterClass::Exact, l.basic, l.integral, l.value});
}

}  // namespace simt
