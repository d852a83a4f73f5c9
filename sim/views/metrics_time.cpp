// Cycles, issue slots, resident warps, and the states that warps wait in.
#include "sim/views/metric_groups.h"
#include "sim/views/metric_rollups.h"

namespace simt {
namespace {

using enum Counter;

double cycles_elapsed(const Measured& m) {
  return static_cast<double>(m.run.cycles_elapsed);
}

// Every instance sees the same elapsed cycles; all have one clock here.
void add_elapsed(MetricList& list, const char* name, const char* text,
                 std::vector<std::string_view> listed,
                 std::function<double(const Measured&)> instances) {
  add_counter(list, {name,
                     "cycle",
                     text,
                     CounterClass::Modelled,
                     [instances](const Measured& m) { return instances(m) * cycles_elapsed(m); },
                     {},
                     std::move(listed),
                     cycles_elapsed});
}

double sm_count(const Measured& m) {
  return m.arch.sm.count;
}

void add_cycles(MetricList& list) {
  add_elapsed(list, "sm__cycles_elapsed", "SM cycles from launch to the last retirement",
              {".max", ".avg.per_second", ".sum"}, sm_count);
  add_elapsed(list, "smsp__cycles_elapsed", "the same for every scheduler",
              {".sum", ".avg.per_second"},
              [](const Measured& m) { return sm_count(m) * m.arch.sm.sub_partitions; });
  add_elapsed(list, "l1tex__cycles_elapsed", "the same for L1", {".sum"}, sm_count);
  add_elapsed(list, "gpc__cycles_elapsed", "the same, as ncu counts it at the GPC",
              {".max", ".avg.per_second"}, [](const Measured&) { return 1.0; });
  list.push_back({"dram__cycles_elapsed.avg.per_second", "hz", "clock of the device memory",
                  CounterClass::Modelled, false, false,
                  [](const Measured& m) { return m.arch.dram.clock_mhz * 1e6; }});
  list.push_back({"gpu__time_duration.sum", "ns", "duration of the kernel", CounterClass::Modelled,
                  false, false, [](const Measured& m) { return m.run.seconds() * 1e9; }});
}

void add_issue(MetricList& list) {
  add_counter(list, {"smsp__issue_inst0",
                     "cycle",
                     "scheduler cycles with a warp but no issue",
                     CounterClass::Modelled,
                     [](const Measured& m) {
                       return count(m, smsp_cycles_active) - count(m, issue_active);
                     },
                     [](const ArchConfig&) { return 1.0; },
                     {".avg.pct_of_peak_sustained_active"}});
  add_counter(list, {"sm__issue_active",
                     "cycle",
                     "scheduler cycles that issued, of all schedulers",
                     CounterClass::Modelled,
                     [](const Measured& m) { return count(m, issue_active); },
                     [](const ArchConfig& a) { return static_cast<double>(a.sm.sub_partitions); },
                     {".avg.pct_of_peak_sustained_elapsed"}});
}

struct TimeRatio {
  const char *name, *text;
  Counter above, below;
};
constexpr TimeRatio kRatios[] = {
    {"smsp__average_warp_latency_per_inst_issued.ratio",
     "cycles that a warp needs for one issued instruction", warps_active, issue_active},
    {"smsp__average_warps_active_per_inst_executed.ratio",
     "cycles that a warp needs for one executed instruction", warps_active, inst_executed},
    {"smsp__average_warp_latency.ratio", "cycles from the start of a warp to its end", warps_active,
     warps_launched},
};

}  // namespace

void add_time_metrics(MetricList& list) {
  add_cycles(list);
  add_issue(list);
  for (const TimeRatio& t : kRatios)
    list.push_back(
        {t.name, "cycle", t.text, CounterClass::Modelled, false, false,
         [t](const Measured& m) { return ratio(count(m, t.above), count(m, t.below)); }});
  list.push_back({"simt__sms_used", "SM", "SMs that ran at least one block", CounterClass::Own,
                  false, true,
                  [](const Measured& m) { return static_cast<double>(m.run.sms_used()); }});
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
