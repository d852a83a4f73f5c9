#include "sim/views/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include "sim/views/metric_groups.h"

namespace simt {
namespace {

// Counters that a first look needs; the rest is in --set full.
constexpr std::array kBasicCounters{
    Counter::inst_executed,       Counter::thread_inst_executed, Counter::branch_divergent,
    Counter::warps_launched,      Counter::global_ld_requests,   Counter::global_ld_sectors,
    Counter::global_st_requests,  Counter::global_st_sectors,    Counter::shared_ld_conflicts,
    Counter::shared_st_conflicts, Counter::dram_bytes_read,      Counter::dram_bytes_write,
};

void add_counters(MetricList& list) {
  for (std::size_t i = 0; i < kNumCounters; ++i) {
    const auto c = static_cast<Counter>(i);
    const CounterInfo& about = info(c);
    const bool basic =
        std::find(kBasicCounters.begin(), kBasicCounters.end(), c) != kBasicCounters.end();
    list.push_back({std::string(about.name), std::string(about.unit), std::string(about.text),
                    about.cls, basic, true, [c](const Measured& m) { return count(m, c); }});
  }
}

MetricList make_metrics() {
  MetricList list;
  add_counters(list);
  add_instruction_metrics(list);
  add_memory_metrics(list);
  add_time_metrics(list);
  add_stall_metrics(list);
  add_launch_metrics(list);
  return list;
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const MetricList list = make_metrics();
  return list;
}

const Metric* find_metric(std::string_view name) {
  static const auto index = [] {
    std::unordered_map<std::string_view, const Metric*> out;
    for (const Metric& m : metrics()) out.emplace(m.name, &m);
    return out;
  }();
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

double value_of(std::string_view name, const Measured& m) {
  const Metric* metric = find_metric(name);
  if (metric == nullptr) throw std::logic_error("no metric " + std::string(name));
  return metric->value(m);
}

std::vector<std::string> metric_names() {
  std::vector<std::string> out;
  for (const Metric& m : metrics()) out.push_back(m.name);
  return out;
}

std::string_view name_of(CounterClass c) {
  constexpr std::array<std::string_view, 3> names{"exact", "modelled", "own"};
  return names[static_cast<std::size_t>(c)];
}

std::string plain_number(const Metric& metric, double value) {
  if (metric.integral) return fmt::format("{:.0f}", value);
  std::string out = fmt::format("{:.6f}", value);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out;
}

}  // namespace simt
