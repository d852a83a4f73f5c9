// How ncu names what it makes of a counter: NAME.ROLLUP[.RATE].
//   roll-ups  .sum over the instances of the hardware unit that NAME begins with, .avg (where their
//             number is known: not for slices of L2 and channels of device memory), .min and .max
//             (where single instances are kept: of units that an SM has one of; not of its
//             schedulers). SMs without a block are instances that counted 0.
//   rates     .per_second .per_cycle_active .per_cycle_elapsed .peak_sustained
//             .pct_of_peak_sustained_active .pct_of_peak_sustained_elapsed
// "active" are cycles in which the unit held a warp, "elapsed" those of the whole launch. A rate
// of .min, .max or .avg is by the cycles of the average instance. Source: an H200, where
// sm__inst_executed.max of 14, in 814 active cycles of one SM of 132, makes 2.27 per_cycle_active.
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
  /// Over all instances of the unit; given an SM, what that one counted.
  std::function<double(const Measured&)> sum;
  /// The most that one instance can count in a cycle (L2: the whole cache, per SM cycle; device
  /// memory: all channels, per memory cycle). Empty: not established, no rates against it.
  std::function<double(const ArchConfig&)> peak = {};
  /// Suffixes that pages show; with a .sum or .avg, its .min and .max of single SMs.
  std::vector<std::string_view> listed = {".sum"};
  /// Where every instance counts alike: what each does.
  std::function<double(const Measured&)> each = {};
};

/// Appends every roll-up and rate of the counter.
void add_counter(MetricList& list, const BaseCounter& base);

}  // namespace simt
