// Cycles, issue slots, resident warps, and the states that warps wait in.
#include "sim/views/metric_groups.h"

namespace simt {
namespace {

using enum Counter;

double cycles_elapsed(const Measured& m) {
  return static_cast<double>(m.run.cycles_elapsed);
}

struct TimeMetric {
  const char *name, *unit, *text;
  bool basic, integral;
  double (*value)(const Measured&);
};

constexpr TimeMetric kTime[] = {
    {"gpu__time_duration.sum", "nsecond", "duration of the kernel", true, false,
     [](const Measured& m) { return m.run.seconds() * 1e9; }},
    {"sm__cycles_elapsed.max", "cycle", "SM cycles from launch to the last retirement", true, true,
     cycles_elapsed},
    {"gpc__cycles_elapsed.max", "cycle", "the same, as ncu counts it at the GPC", false, true,
     cycles_elapsed},
    {"sm__cycles_active.avg", "cycle", "cycles with a resident warp, average over all SMs", true,
     false, [](const Measured& m) { return ratio(count(m, sm_cycles_active), m.arch.num_sms); }},
    {"sm__cycles_active.max", "cycle", "cycles with a resident warp, busiest SM", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.max_sm_cycles_active); }},
    {"smsp__cycles_active.avg", "cycle", "cycles with a resident warp, average over all schedulers",
     false, false,
     [](const Measured& m) {
       return ratio(count(m, smsp_cycles_active), m.arch.num_sms * m.arch.sub_partitions);
     }},
    {"simt__sms_used", "SM", "SMs that ran at least one block", false, true,
     [](const Measured& m) { return static_cast<double>(m.run.sms_used); }},
    {"sm__inst_executed.avg.per_cycle_active", "inst/cycle",
     "instructions per SM cycle with a resident warp", true, false,
     [](const Measured& m) { return ratio(count(m, inst_executed), count(m, sm_cycles_active)); }},
    {"sm__inst_executed.avg.per_cycle_elapsed", "inst/cycle", "instructions per elapsed SM cycle",
     false, false,
     [](const Measured& m) {
       return ratio(count(m, inst_executed), cycles_elapsed(m) * m.arch.num_sms);
     }},
    {"smsp__issue_active.avg.per_cycle_active", "inst/cycle",
     "share of scheduler cycles that issued", false, false,
     [](const Measured& m) { return ratio(count(m, issue_active), count(m, smsp_cycles_active)); }},
    {"smsp__issue_active.avg.pct_of_peak_sustained_active", "%",
     "scheduler cycles that issued an instruction", true, false,
     [](const Measured& m) {
       return percent(count(m, issue_active), count(m, smsp_cycles_active));
     }},
    {"smsp__warps_active.avg.per_cycle_active", "warp", "resident warps of a scheduler", false,
     false,
     [](const Measured& m) { return ratio(count(m, warps_active), count(m, smsp_cycles_active)); }},
    {"smsp__warps_eligible.avg.per_cycle_active", "warp", "warps of a scheduler that could issue",
     false, false,
     [](const Measured& m) {
       return ratio(count(m, warps_eligible), count(m, smsp_cycles_active));
     }},
    {"sm__warps_active.avg.per_cycle_active", "warp", "resident warps of an SM", false, false,
     [](const Measured& m) { return ratio(count(m, warps_active), count(m, sm_cycles_active)); }},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", "%", "achieved occupancy", true, false,
     [](const Measured& m) {
       return percent(count(m, warps_active),
                      count(m, sm_cycles_active) * m.arch.limits.max_warps_per_sm);
     }},
    {"smsp__average_warp_latency_per_inst_issued.ratio", "cycle",
     "cycles that a warp needs for one instruction", false, false,
     [](const Measured& m) { return ratio(count(m, warps_active), count(m, issue_active)); }},
};

}  // namespace

void add_time_metrics(MetricList& list) {
  for (const TimeMetric& t : kTime)
    list.push_back({t.name, t.unit, t.text, CounterClass::Modelled, t.basic, t.integral, t.value});
}

void add_stall_metrics(MetricList& list) {
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto s = static_cast<Stall>(i);
    const std::string name(info(s).name), text(info(s).text);
    list.push_back({"smsp__average_warps_issue_stalled_" + name + "_per_issue_active.ratio", "inst",
                    "warps in this state per issued instruction: " + text, CounterClass::Modelled,
                    false, false,
                    [s](const Measured& m) { return ratio(count(m, s), count(m, issue_active)); }});
  }
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto s = static_cast<Stall>(i);
    const std::string name(info(s).name), text(info(s).text);
    list.push_back(
        {"smsp__average_warp_latency_issue_stalled_" + name + ".ratio", "cycle",
         "cycles that a warp spent in this state: " + text, CounterClass::Modelled, false, false,
         [s](const Measured& m) { return ratio(count(m, s), count(m, warps_launched)); }});
  }
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto s = static_cast<Stall>(i);
    const std::string name(info(s).name), text(info(s).text);
    list.push_back(
        {"smsp__warp_issue_stalled_" + name + "_per_warp_active.pct", "%",
         "share of resident warps' cycles in this state: " + text, CounterClass::Modelled, false,
         false, [s](const Measured& m) { return percent(count(m, s), count(m, warps_active)); }});
  }
}

}  // namespace simt
