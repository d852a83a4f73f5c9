// The kept counters as metrics.
#include <algorithm>
#include <array>

#include "sim/views/metric_groups.h"
#include "sim/views/metric_peaks.h"
#include "sim/views/metric_rollups.h"

namespace simt {
namespace {

using enum Counter;
using Suffixes = std::vector<std::string_view>;

/// What a counter's row in counters.def does not say: its peak, and which suffixes pages show
/// beside .sum. Peaks of L1: measured on an H200, counts a cycle at 100%.
struct Extra {
  std::string_view name;
  Peak peak;
  Suffixes listed;
};
const std::vector<Extra>& extras() {
  static const std::vector<Extra> table{
      {"smsp__inst_executed", issue_width, {".sum", ".avg"}},
      {"smsp__sass_branch_targets_threads_divergent", nullptr, {".sum", ".avg"}},
      {"smsp__issue_active",
       one,
       {".sum", ".avg.per_cycle_active", ".avg.pct_of_peak_sustained_active"}},
      {"smsp__cycles_active", nullptr, {".sum", ".avg"}},
      {"sm__cycles_active", nullptr, {".sum", ".avg"}},
      {"smsp__warps_active",
       scheduler_slots,
       {".sum", ".avg.per_cycle_active", ".avg.peak_sustained"}},
      {"smsp__warps_eligible", scheduler_slots, {".sum", ".avg.per_cycle_active"}},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_ld", one, {".sum"}},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_st", one, {".sum"}},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld", one, {".sum"}},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st", one, {".sum"}},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom", one, {".sum"}},
      {"lts__t_sectors",
       l2_sectors_a_cycle,
       {".sum", ".sum.per_second", ".avg.pct_of_peak_sustained_elapsed"}},
      {"lts__t_sectors_op_read", l2_sectors_a_cycle, {".sum", ".sum.per_second"}},
      {"lts__t_sectors_op_write", l2_sectors_a_cycle, {".sum", ".sum.per_second"}},
      {"dram__bytes_read",
       dram_bytes_a_cycle,
       {".sum", ".sum.per_second", ".sum.pct_of_peak_sustained_elapsed"}},
      {"dram__bytes_write",
       dram_bytes_a_cycle,
       {".sum", ".sum.per_second", ".sum.pct_of_peak_sustained_elapsed"}},
  };
  return table;
}

// ncu 2025.3 leaves requests, wavefronts and conflicts of L1 without a unit.
std::string unit_as_printed(const CounterInfo& about) {
  if (about.name.starts_with("memory_l")) return "sectors";
  if (about.name.starts_with("l1tex__") && about.unit != "sector" && about.unit != "byte")
    return "";
  if (about.unit == "warps") return "warp";
  if (about.unit == "blocks") return "block";
  return std::string(about.unit);
}

BaseCounter kept(Counter c) {
  const CounterInfo& about = info(c);
  BaseCounter base{std::string(about.name.substr(0, about.name.size() - 4)), unit_as_printed(about),
                   std::string(about.text), about.cls,
                   [c](const Measured& m) { return count(m, c); }};
  const auto found = std::find_if(extras().begin(), extras().end(),
                                  [&](const Extra& e) { return e.name == base.name; });
  if (found != extras().end()) {
    if (found->peak != nullptr) base.peak = found->peak;
    base.listed = found->listed;
  }
  return base;
}

}  // namespace

void add_counters(MetricList& list) {
  for (std::size_t i = 0; i < kNumCounters; ++i) {
    const auto c = static_cast<Counter>(i);
    const CounterInfo& about = info(c);
    if (about.cls != CounterClass::Own && about.name.ends_with(".sum"))
      add_counter(list, kept(c));
    else
      list.push_back({std::string(about.name), unit_as_printed(about), std::string(about.text),
                      about.cls, false, true, [c](const Measured& m) { return count(m, c); }});
  }
}

}  // namespace simt
