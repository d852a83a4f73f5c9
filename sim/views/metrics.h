// Every metric of a run under ncu's names: the counters as they are, and what is derived from them.
// One table of {name, unit, class, what it is, value}; pages, CSV, JSON and list-metrics iterate
// over it. A ratio whose denominator is 0 is 0, as ncu prints it.
// Source: Nsight Compute documentation, metrics reference and metrics structure.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/launch/simulate.h"

namespace simt {

struct Measured {
  const RunResult& run;
  const ArchConfig& arch;
};

struct Metric {
  std::string name, unit, text;
  CounterClass cls = CounterClass::Exact;
  bool basic = false;     ///< member of --set basic
  bool integral = false;  ///< a whole number, printed without decimals
  std::function<double(const Measured&)> value;
};

/// All metrics, grouped: instructions, memory, time, occupancy and launch.
const std::vector<Metric>& metrics();
/// nullptr when there is no such metric.
const Metric* find_metric(std::string_view name);
/// Throws std::logic_error for an unknown name: for names written in the program itself.
double value_of(std::string_view name, const Measured& m);
std::vector<std::string> metric_names();
std::string_view name_of(CounterClass c);  ///< "exact", "modelled", "own"

/// The number as ncu writes it to a file: no separators, a few places for a fraction.
std::string plain_number(const Metric& metric, double value);

}  // namespace simt
