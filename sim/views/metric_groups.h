// The parts of the metric table; metrics.cpp puts them together.
#pragma once

#include <vector>

#include "sim/views/metrics.h"

namespace simt {

using MetricList = std::vector<Metric>;

void add_counters(MetricList& list);
void add_combined_counters(MetricList& list);
void add_instruction_metrics(MetricList& list);
void add_opcode_metrics(MetricList& list);
void add_pipe_metrics(MetricList& list);
void add_memory_metrics(MetricList& list);
void add_time_metrics(MetricList& list);
void add_stall_metrics(MetricList& list);
void add_throughput_metrics(MetricList& list);
void add_launch_metrics(MetricList& list);

inline double ratio(double a, double b) {
  return b == 0 ? 0 : a / b;
}
/// What is beyond the ideal. Lanes that share an address need less than the ideal, which gives each
/// lane its own: that is no negative excess.
inline double excess(double a, double ideal) {
  return a > ideal ? a - ideal : 0;
}
inline double percent(double a, double b) {
  return 100 * ratio(a, b);
}
inline const Counters& counters_of(const Measured& m) {
  return m.sm == nullptr ? m.run.counters : m.sm->counters;
}
inline double count(const Measured& m, Counter c) {
  return static_cast<double>(counters_of(m)[c]);
}
inline double count(const Measured& m, Stall s) {
  return static_cast<double>(counters_of(m)[s]);
}

}  // namespace simt
