// Every metric of a run under ncu's names: the counters as they are, and what is derived from them.
// One table of {name, unit, class, what it is, value}; pages, CSV, JSON, `compare` and list-metrics
// use it. A counter is stated once, as a base (sim/views/metric_rollups.h); its roll-ups and rates
// (.sum .avg .per_second .pct_of_peak_sustained_active ...) follow by ncu's rules. A ratio whose
// denominator is 0 is 0, as ncu prints it.
// Source: Nsight Compute documentation, metrics reference and metrics structure; units as ncu
// 2025.3 prints them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/core/program.h"
#include "sim/launch/simulate.h"

namespace simt {

/// What a metric is computed from. Without `program`, counts by kind of instruction are 0. With
/// `sm`, counts are what that SM alone counted.
struct Measured {
  const RunResult& run;
  const ArchConfig& arch;
  const Program* program = nullptr;
  const SmResult* sm = nullptr;
};

struct Metric {
  std::string name, unit, text;
  CounterClass cls = CounterClass::Exact;
  bool basic = false;     ///< member of --set basic
  bool integral = false;  ///< a whole number, printed without decimals
  std::function<double(const Measured&)> value;
  bool listed = true;  ///< on the raw page and in JSON; the others are found by name only
  bool timed = false;  ///< depends_on_time(); the table knows it
};

/// The metrics that pages show: counters, instructions, memory, time, occupancy and launch.
std::span<const Metric> metrics();
/// These and every further roll-up and rate of their counters.
std::span<const Metric> all_metrics();
/// Any of all_metrics(); nullptr when there is no such metric.
const Metric* find_metric(std::string_view name);
/// Throws std::logic_error for an unknown name: for names written in the program itself.
double value_of(std::string_view name, const Measured& m);
std::vector<std::string> metric_names();

/// Does it follow from the cycle model? Those without are exact figures, facts of the launch, and
/// what this simulator counts of instructions itself.
inline bool depends_on_time(const Metric& metric) {
  return metric.timed;
}
/// A run without timing has none of those that depend on time.
inline bool has_value(const Metric& metric, const RunResult& run) {
  return run.timing || !depends_on_time(metric);
}

/// What a page shows of a run: the metrics of these names, in their order; of none, those of
/// --set full or basic that the run has a value of. Throws std::logic_error for an unknown name.
std::vector<const Metric*> shown_metrics(std::span<const std::string> names, bool full,
                                         const RunResult& run);
/// The first of these that depends on time; nullptr when none does.
const Metric* first_that_depends_on_time(std::span<const std::string> names);

/// How a metric relates to a measurement on hardware.
enum class MetricClass : std::uint8_t {
  Exact,      ///< follows from the code that runs and its addresses: hardware counts the same
  AsWritten,  ///< exact for the instructions that run: a device's only as machine code
  Modelled,   ///< depends on the timing model, or on an estimate
  Own,        ///< a figure of this simulator (simt__...)
};
MetricClass class_of(const Metric& metric);
std::string_view name_of(MetricClass c);  ///< "exact", "as written", "modelled", "own"
std::string_view text_of(MetricClass c);  ///< what that means, for list-metrics

/// The number as ncu writes it to a file: no separators, a few places for a fraction.
std::string plain_number(const Metric& metric, double value);
/// The same behind a text.
void append_number(std::string& out, const Metric& metric, double value);

}  // namespace simt
