// How ncu names what it makes of a counter: NAME.ROLLUP[.RATE].
//   roll-ups  .sum over the instances of the hardware unit that NAME begins with, .avg (where their
//             number is known: not for slices of L2 and channels of device memory), .max (where
//             single instances are kept: cycles of SMs)
//   rates     .per_second .per_cycle_active .per_cycle_elapsed .peak_sustained
//             .pct_of_peak_sustained_active .pct_of_peak_sustained_elapsed
// "active" are cycles in which the unit held a warp, "elapsed" those of the whole launch.
// .min and .max of other counters need them for each SM and sub-partition; RunResult keeps sums.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/views/metric_groups.h"

namespace simt {

struct BaseCounter {
  std::string name;  ///< "smsp__inst_executed"
  std::string unit, text;
  CounterClass cls = CounterClass::Modelled;
  std::function<double(const Measured&)> sum;  ///< over all instances of the unit
  /// The most that one instance can count in a cycle (L2: the whole cache, per SM cycle; device
  /// memory: all channels, per memory cycle). Empty: not established, no rates against it.
  std::function<double(const ArchConfig&)> peak = {};
  std::vector<std::string_view> listed = {".sum"};  ///< suffixes that pages show
  std::function<double(const Measured&)> max = {};  ///< of the busiest instance, where kept
};

/// Appends every roll-up and rate of the counter.
void add_counter(MetricList& list, const BaseCounter& base);

}  // namespace simt
