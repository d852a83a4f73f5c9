#include "sim/ncu/sections.h"

#include <algorithm>
#include <iterator>

namespace simt::ncu {
namespace {

constexpr LabelledMetric kSpeedOfLight[] = {
    {"DRAM Frequency", "dram__cycles_elapsed.avg.per_second"},
    {"SM Frequency", "gpc__cycles_elapsed.avg.per_second"},
    {"Elapsed Cycles", "gpc__cycles_elapsed.max"},
    {"Memory Throughput", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"DRAM Throughput", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Duration", "gpu__time_duration.sum"},
    {"L1/TEX Cache Throughput", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"L2 Cache Throughput", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"SM Active Cycles", "sm__cycles_active.avg"},
    {"Compute (SM) Throughput", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
};
constexpr LabelledMetric kCompute[] = {
    {"Executed Ipc Active", "sm__inst_executed.avg.per_cycle_active"},
    {"Executed Ipc Elapsed", "sm__inst_executed.avg.per_cycle_elapsed"},
    {"Issue Slots Busy", "sm__inst_issued.avg.pct_of_peak_sustained_elapsed"},
    {"Issued Ipc Active", "sm__inst_issued.avg.per_cycle_active"},
    {"SM Busy", "sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed"},
};
constexpr LabelledMetric kMemory[] = {
    {"Memory Throughput", "dram__bytes.sum.per_second"},
    {"Mem Busy", "gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Max Bandwidth", "gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"L1/TEX Hit Rate", "l1tex__t_sector_hit_rate.pct"},
    {"L2 Hit Rate", "lts__t_sector_hit_rate.pct"},
    {"Mem Pipes Busy", "sm__memory_throughput.avg.pct_of_peak_sustained_elapsed"},
};
constexpr LabelledMetric kScheduler[] = {
    {"One or More Eligible", "smsp__issue_active.avg.pct_of_peak_sustained_active"},
    {"Issued Warp Per Scheduler", "smsp__issue_active.avg.per_cycle_active"},
    {"No Eligible", "smsp__issue_inst0.avg.pct_of_peak_sustained_active"},
    {"Active Warps Per Scheduler", "smsp__warps_active.avg.per_cycle_active"},
    {"Eligible Warps Per Scheduler", "smsp__warps_eligible.avg.per_cycle_active"},
};
constexpr LabelledMetric kWarpState[] = {
    {"Warp Cycles Per Issued Instruction", "smsp__average_warp_latency_per_inst_issued.ratio"},
    {"Warp Cycles Per Executed Instruction", "smsp__average_warps_active_per_inst_executed.ratio"},
    {"Avg. Active Threads Per Warp", "smsp__thread_inst_executed_per_inst_executed.ratio"},
    {"Avg. Not Predicated Off Threads Per Warp",
     "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"},
};
constexpr LabelledMetric kInstruction[] = {
    {"Avg. Executed Instructions Per Scheduler", "smsp__inst_executed.avg"},
    {"Executed Instructions", "smsp__inst_executed.sum"},
    {"Avg. Issued Instructions Per Scheduler", "smsp__inst_issued.avg"},
    {"Issued Instructions", "smsp__inst_issued.sum"},
};
constexpr LabelledMetric kLaunch[] = {
    {"Block Size", "launch__block_size"},
    {"Grid Size", "launch__grid_size"},
    {"Registers Per Thread", "launch__registers_per_thread"},
    {"Shared Memory Configuration Size", "launch__shared_mem_config_size"},
    {"Driver Shared Memory Per Block", "launch__shared_mem_per_block_driver"},
    {"Dynamic Shared Memory Per Block", "launch__shared_mem_per_block_dynamic"},
    {"Static Shared Memory Per Block", "launch__shared_mem_per_block_static"},
    {"# SMs", "launch__sm_count"},
    {"Threads", "launch__thread_count"},
    {"Waves Per SM", "launch__waves_per_multiprocessor"},
};
constexpr LabelledMetric kOccupancy[] = {
    {"Block Limit Barriers", "launch__occupancy_limit_barriers"},
    {"Block Limit SM", "launch__occupancy_limit_blocks"},
    {"Block Limit Registers", "launch__occupancy_limit_registers"},
    {"Block Limit Shared Mem", "launch__occupancy_limit_shared_mem"},
    {"Block Limit Warps", "launch__occupancy_limit_warps"},
    {"Theoretical Active Warps per SM", "sm__maximum_warps_avg_per_active_cycle"},
    {"Theoretical Occupancy", "sm__maximum_warps_per_active_cycle_pct"},
    {"Achieved Occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"Achieved Active Warps Per SM", "sm__warps_active.avg.per_cycle_active"},
};
constexpr LabelledMetric kDistribution[] = {
    {"Average L1 Active Cycles", "l1tex__cycles_active.avg"},
    {"Total L1 Elapsed Cycles", "l1tex__cycles_elapsed.sum"},
    {"Average SM Active Cycles", "sm__cycles_active.avg"},
    {"Total SM Elapsed Cycles", "sm__cycles_elapsed.sum"},
    {"Average SMSP Active Cycles", "smsp__cycles_active.avg"},
    {"Total SMSP Elapsed Cycles", "smsp__cycles_elapsed.sum"},
};
constexpr LabelledMetric kSource[] = {
    {"Branch Instructions Ratio", "derived__smsp__inst_executed_op_branch_pct"},
    {"Branch Instructions", "smsp__inst_executed_op_branch.sum"},
    {"Branch Efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct"},
    {"Avg. Divergent Branches", "smsp__sass_branch_targets_threads_divergent.avg"},
};

constexpr SectionInfo kSections[] = {
    {"SpeedOfLight", "GPU Speed Of Light Throughput", true, kSpeedOfLight},
    {"ComputeWorkloadAnalysis", "Compute Workload Analysis", false, kCompute},
    {"MemoryWorkloadAnalysis", "Memory Workload Analysis", false, kMemory},
    {"SchedulerStats", "Scheduler Statistics", false, kScheduler},
    {"WarpStateStats", "Warp State Statistics", false, kWarpState},
    {"InstructionStats", "Instruction Statistics", false, kInstruction},
    {"LaunchStats", "Launch Statistics", true, kLaunch},
    {"Occupancy", "Occupancy", true, kOccupancy},
    {"WorkloadDistribution", "GPU and Memory Workload Distribution", true, kDistribution},
    {"SourceCounters", "Source Counters", false, kSource},
};

/// What versions before 2023 called a metric, in any section.
constexpr LabelledMetric kOlder[] = {
    {"SM [%]", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Memory [%]", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"SOL SM", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"SOL Memory", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"SOL DRAM", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"SOL FB", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"SOL L1/TEX Cache", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"SOL L2 Cache", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Memory Frequency", "dram__cycles_elapsed.avg.per_second"},
    {"L1 Hit Rate", "l1tex__t_sector_hit_rate.pct"},
    {"Warp Cycles Per Issue Active", "smsp__average_warp_latency_per_inst_issued.ratio"},
    {"Avg. Active Threads Per Warp", "smsp__thread_inst_executed_per_inst_executed.ratio"},
};

/// Where a metric without a label belongs, by the beginning of its name; the first that fits.
struct PrefixSection {
  std::string_view prefix, section;
};
constexpr PrefixSection kByPrefix[] = {
    {"launch__occupancy", "Occupancy"},
    {"launch__", "Launch Statistics"},
    {"sm__maximum_warps", "Occupancy"},
    {"smsp__maximum_warps", "Occupancy"},
    {"sm__warps_active", "Occupancy"},
    {"smsp__average_warp", "Warp State Statistics"},
    {"smsp__warp_issue_stalled", "Warp State Statistics"},
    {"smsp__issue_", "Scheduler Statistics"},
    {"smsp__warps_", "Scheduler Statistics"},
    {"smsp__sass_inst_executed_op_branch", "Source Counters"},
    {"smsp__sass_branch", "Source Counters"},
    {"smsp__branch", "Source Counters"},
    {"derived__memory", "Memory Workload Analysis"},
    {"memory_", "Memory Workload Analysis"},
    {"l1tex__cycles", "GPU and Memory Workload Distribution"},
    {"l1tex__", "Memory Workload Analysis"},
    {"lts__", "Memory Workload Analysis"},
    {"dram__", "Memory Workload Analysis"},
    {"smsp__sass_average_data_bytes", "Memory Workload Analysis"},
    {"smsp__sass_data_bytes", "Memory Workload Analysis"},
    {"smsp__sass_inst_executed_op", "Memory Workload Analysis"},
    {"sass__inst_executed", "Memory Workload Analysis"},
    {"gpu__compute_memory", "Memory Workload Analysis"},
    {"sm__memory", "Memory Workload Analysis"},
    {"sm__inst_executed_pipe", "Compute Workload Analysis"},
    {"sm__pipe", "Compute Workload Analysis"},
    {"sm__in", "Compute Workload Analysis"},
    {"sm__issue", "Compute Workload Analysis"},
    {"sm__cycles", "GPU and Memory Workload Distribution"},
    {"smsp__cycles", "GPU and Memory Workload Distribution"},
    {"gpc__", "GPU Speed Of Light Throughput"},
    {"gpu__", "GPU Speed Of Light Throughput"},
    {"", "Instruction Statistics"},
};

}  // namespace

std::span<const SectionInfo> sections() {
  return kSections;
}

std::string_view metric_of_label(std::string_view section, std::string_view label) {
  // Older versions said "GPU Speed Of Light".
  for (const SectionInfo& s : kSections)
    if (!section.empty() && s.name.starts_with(section))
      for (const LabelledMetric& m : s.metrics)
        if (m.label == label) return m.metric;
  for (const LabelledMetric& m : kOlder)
    if (m.label == label) return m.metric;
  // A label that only one section has means the same anywhere.
  std::string_view found;
  for (const SectionInfo& s : kSections)
    for (const LabelledMetric& m : s.metrics)
      if (m.label == label && section.empty()) found = m.metric;
  return found;
}

std::string_view section_of_metric(std::string_view metric) {
  for (const SectionInfo& s : kSections)
    for (const LabelledMetric& m : s.metrics)
      if (m.metric == metric) return s.name;
  return std::find_if(std::begin(kByPrefix), std::end(kByPrefix),
                      [&](const PrefixSection& p) { return metric.starts_with(p.prefix); })
      ->section;
}

}  // namespace simt::ncu
