#include "sim/views/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <unordered_map>

#include "sim/views/metric_groups.h"

namespace simt {
namespace {

// What a first look needs; the rest is in --set full.
constexpr std::array<std::string_view, 40> kBasic{
    "smsp__inst_executed.sum",
    "smsp__thread_inst_executed.sum",
    "smsp__sass_branch_targets_threads_divergent.sum",
    "smsp__warps_launched.sum",
    "smsp__thread_inst_executed_per_inst_executed.ratio",
    "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio",
    "smsp__sass_average_branch_targets_threads_uniform.pct",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
    "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio",
    "derived__memory_l2_theoretical_sectors_global_excessive",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "l1tex__t_sector_hit_rate.pct",
    "lts__t_sector_hit_rate.pct",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__time_duration.sum",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    "sm__cycles_elapsed.max",
    "sm__cycles_active.avg",
    "sm__inst_executed.avg.per_cycle_active",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "launch__grid_size",
    "launch__block_size",
    "launch__thread_count",
    "launch__registers_per_thread",
    "launch__shared_mem_per_block_static",
    "launch__shared_mem_per_block_dynamic",
    "launch__waves_per_multiprocessor",
    "sm__maximum_warps_per_active_cycle_pct",
    "sm__maximum_warps_avg_per_active_cycle",
};

bool follows_from_time(const Metric& metric) {
  const std::string_view name = metric.name;
  switch (metric.cls) {
    case CounterClass::Exact:
      return false;
    case CounterClass::Own:
      return name.starts_with("simt__l2") || name == "simt__sms_used";
    case CounterClass::Modelled:
      break;
  }
  return !name.starts_with("launch__") && !name.starts_with("sm__maximum_warps") &&
         !name.starts_with("smsp__maximum_warps");  // estimates, but of the launch
}

/// Listed metrics first, the others after them.
struct Table {
  MetricList all;
  std::size_t listed = 0;
  std::unordered_map<std::string_view, const Metric*> index;

  Table() {
    for (const auto add :
         {add_counters, add_combined_counters, add_instruction_metrics, add_opcode_metrics,
          add_pipe_metrics, add_memory_metrics, add_time_metrics, add_stall_metrics,
          add_throughput_metrics, add_launch_metrics})
      add(all);
    const auto first_unlisted =
        std::stable_partition(all.begin(), all.end(), [](const Metric& m) { return m.listed; });
    listed = static_cast<std::size_t>(first_unlisted - all.begin());
    for (Metric& m : all) {
      m.basic = std::find(kBasic.begin(), kBasic.end(), m.name) != kBasic.end();
      m.timed = follows_from_time(m);
      index.emplace(m.name, &m);
    }
  }
};

const Table& table() {
  static const Table table;
  return table;
}

// Counts of instructions and branches: exact for the text that ran, not for what an assembler makes
// of it.
bool counts_instructions(std::string_view name) {
  constexpr std::array<std::string_view, 12> kBases{
      "smsp__inst_executed",
      "smsp__thread_inst_executed",
      "smsp__thread_inst_executed_pred_on",
      "smsp__inst_issued",
      "sm__inst_executed",
      "sm__inst_issued",
      "inst_executed",
      "thread_inst_executed",
      "thread_inst_executed_true",
      "smsp__inst_executed_op_branch",
      "smsp__sass_branch_targets",
      "smsp__sass_branch_targets_threads_uniform",
  };
  constexpr std::array<std::string_view, 6> kPrefixes{
      "smsp__sass_thread_inst_executed",        "smsp__thread_inst_executed_pe",
      "smsp__thread_inst_executed_pred_on_per", "smsp__sass_average_branch",
      "smsp__sass_inst_executed_op_branch",     "derived__",
  };
  if (name.starts_with("derived__memory")) return false;
  const std::string_view base = name.substr(0, name.find('.'));
  return std::find(kBases.begin(), kBases.end(), base) != kBases.end() ||
         std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::span<const Metric> metrics() {
  return {table().all.data(), table().listed};
}

namespace {

const Metric& known_metric(std::string_view name) {
  if (const Metric* metric = find_metric(name)) return *metric;
  throw std::logic_error("no metric " + std::string(name));
}

}  // namespace

std::span<const Metric> all_metrics() {
  return table().all;
}

const Metric* find_metric(std::string_view name) {
  const auto found = table().index.find(name);
  return found == table().index.end() ? nullptr : found->second;
}

double value_of(std::string_view name, const Measured& m) {
  return known_metric(name).value(m);
}

std::vector<std::string> metric_names() {
  std::vector<std::string> out;
  for (const Metric& m : all_metrics()) out.push_back(m.name);
  return out;
}

MetricClass class_of(const Metric& metric) {
  switch (metric.cls) {
    case CounterClass::Own:
      return MetricClass::Own;
    case CounterClass::Modelled:
      return MetricClass::Modelled;
    case CounterClass::Exact:
      break;
  }
  return counts_instructions(metric.name) ? MetricClass::AsWritten : MetricClass::Exact;
}

std::vector<const Metric*> shown_metrics(std::span<const std::string> names, bool full,
                                         const RunResult& run) {
  std::vector<const Metric*> out;
  for (const std::string& name : names) out.push_back(&known_metric(name));
  if (!out.empty()) return out;
  for (const Metric& m : metrics())
    if ((full || m.basic) && has_value(m, run)) out.push_back(&m);
  return out;
}

const Metric* first_that_depends_on_time(std::span<const std::string> names) {
  for (const std::string& name : names)
    if (const Metric& metric = known_metric(name); depends_on_time(metric)) return &metric;
  return nullptr;
}

std::string_view name_of(MetricClass c) {
  constexpr std::array<std::string_view, 4> names{"exact", "as written", "modelled", "own"};
  return names[static_cast<std::size_t>(c)];
}

std::string_view text_of(MetricClass c) {
  constexpr std::array<std::string_view, 4> texts{
      "for the code that runs: as machine code what a device counts, as PTX (written or compiled) "
      "for the accesses and branches that this has",
      "for the instructions that run: those of a device as machine code alone",
      "by the timing model, or an estimate", "a figure of this simulator"};
  return texts[static_cast<std::size_t>(c)];
}

void append_number(std::string& out, const Metric& metric, double value) {
  constexpr double kExact = 1e15;  // as an integer
  if (metric.integral && std::abs(value) < kExact) {
    fmt::format_to(std::back_inserter(out), "{}", static_cast<std::int64_t>(std::nearbyint(value)));
    return;
  }
  if (metric.integral) {
    fmt::format_to(std::back_inserter(out), "{:.0f}", value);
    return;
  }
  const std::size_t begin = out.size();
  fmt::format_to(std::back_inserter(out), "{:.6f}", value);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  // A separator before exactly three digits could be one of thousands.
  const std::size_t point = out.find('.', begin);
  if (point != std::string::npos && out.size() - point == 4) out += '0';
}

std::string plain_number(const Metric& metric, double value) {
  std::string out;
  append_number(out, metric, value);
  return out;
}

}  // namespace simt
