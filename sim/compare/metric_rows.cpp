#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "sim/compare/comparison.h"
#include "sim/ncu/sections.h"

namespace simt::compare {
namespace {

// A launch with more metrics than this comes from ncu's raw page.
constexpr std::size_t kMostOnPages = 600;

/// Exact counts that hardware's counters of the same name hold something more in.
struct Caveat {
  std::string_view prefix, text;
};
constexpr Caveat kCaveats[] = {
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared",
     "the hardware counter adds cycles lost to arbitration"},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared",
     "the hardware counter adds cycles lost to arbitration"},
};
std::string caveat_of(const Metric& metric, const Options& options) {
  for (const Caveat& c : kCaveats)
    if (metric.name.starts_with(c.prefix)) return std::string(c.text);
  if (class_of(metric) == MetricClass::AsWritten && !options.machine_code)
    return "counts the instructions of the IR; the assembler makes others of them";
  return "";
}

CompareClass kind_of(const Metric& metric, const Options& options) {
  const MetricClass c = class_of(metric);
  const bool counted = c == MetricClass::Exact || c == MetricClass::AsWritten;
  const bool exact = counted && caveat_of(metric, options).empty();
  return exact ? CompareClass::Exact : CompareClass::Modelled;
}

double difference(double simulated, double measured, const std::string& unit) {
  if (unit == "%") return simulated - measured;
  if (measured == 0) return simulated == 0 ? 0 : std::copysign(INFINITY, simulated);
  return 100 * (simulated - measured) / std::fabs(measured);
}

/// Beside PCT percent of the measured value, small absolute differences are allowed: a fifth of PCT
/// in points for percentages, a fiftieth of PCT in cycles for the stalls of an instruction.
bool within(const Row& row, double tolerance) {
  const double apart = std::fabs(*row.simulated - *row.measured);
  if (apart <= tolerance / 100 * std::fabs(*row.measured)) return true;
  if (row.unit == "%") return apart <= tolerance / 5;
  return row.name.starts_with("smsp__average_warps_issue_stalled") && apart <= tolerance / 50;
}

void judge(Row& row, double resolution, double tolerance) {
  if (!row.simulated || !row.measured) return;
  row.difference = difference(*row.simulated, *row.measured, row.unit);
  // ncu prints a few places: what rounds to the printed value is equal.
  const double rounding = resolution * (1 + 1e-9) + 1e-9 * std::fabs(*row.measured);
  if (std::fabs(*row.simulated - *row.measured) <= rounding)
    row.verdict = Verdict::Equal;
  else if (row.kind == CompareClass::Exact)
    row.verdict = Verdict::Differs;
  else
    row.verdict = within(row, tolerance) ? Verdict::Within : Verdict::Beyond;
}

class Comparer {
 public:
  Comparer(const ValueOf& simulated, const ncu::Launch& launch, const Options& options)
      : simulated_(simulated),
        launch_(launch),
        options_(options),
        tolerance_(options.tolerance.value_or(kDefaultTolerance)) {}

  void fill(MetricRows& out) const {
    if (!options_.metrics.empty()) {
      for (const std::string& name : options_.metrics)
        out.rows.push_back(row(name, launch_.find(name)));
      return;
    }
    std::set<std::string_view> seen;
    // A raw page holds each roll-up of a counter; those of the simulator's own pages are enough.
    const bool raw = launch_.metrics.size() > kMostOnPages;
    for (const ncu::MetricValue& m : launch_.metrics) {
      const std::string& name = m.name.empty() ? m.label : m.name;
      if (!seen.insert(name).second) continue;
      const Metric* metric = find_metric(m.name);
      if (metric == nullptr)
        out.not_modelled.push_back(name);
      else if (m.value.number && (metric->listed || !raw))
        out.rows.push_back(row(m.name, &m));
    }
  }

 private:
  Row row(const std::string& name, const ncu::MetricValue* measured) const {
    Row out;
    out.name = name;
    const Metric* metric = find_metric(name);
    if (metric != nullptr) {
      out.unit = metric->unit;
      out.integral = metric->integral;
      out.kind = kind_of(*metric, options_);
      out.caveat = caveat_of(*metric, options_);
      out.simulated = simulated_(*metric);
    }
    out.section = std::string(ncu::section_of_metric(name));
    double resolution = 0;
    if (measured != nullptr) {
      out.label = measured->label;
      out.measured = measured->value.number;
      resolution = measured->value.resolution;
      if (!measured->section.empty() && measured->section != ncu::kRequestedMetrics)
        out.section = measured->section;
      if (metric == nullptr) out.unit = measured->value.unit;
    }
    judge(out, resolution, tolerance_);
    return out;
  }

  const ValueOf& simulated_;
  const ncu::Launch& launch_;
  const Options& options_;
  double tolerance_;
};

std::size_t place_of(const std::string& section) {
  const auto all = ncu::sections();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == section) return i;
  return all.size();
}

// By section; in it what differs most stands first.
void order(std::vector<Row>& rows) {
  const auto rank = [](const Row& r) {
    return std::pair(static_cast<int>(r.verdict), r.kind == CompareClass::Exact ? 0 : 1);
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    if (a.section != b.section)
      return std::pair(place_of(a.section), a.section) < std::pair(place_of(b.section), b.section);
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    const bool by_size = a.verdict == Verdict::Beyond || a.verdict == Verdict::Differs;
    return by_size && std::fabs(a.difference) > std::fabs(b.difference);
  });
}

}  // namespace

MetricRows metric_rows(const ValueOf& simulated, const ncu::Launch& launch,
                       const Options& options) {
  MetricRows out;
  Comparer(simulated, launch, options).fill(out);
  order(out.rows);
  return out;
}

}  // namespace simt::compare
