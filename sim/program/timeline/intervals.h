// Sets of times: intervals that do not touch, in order.
#pragma once

#include <utility>
#include <vector>

namespace simt::program::timeline {

using Interval = std::pair<double, double>;  ///< from, to
using Intervals = std::vector<Interval>;

/// The set of all times that lie in one of `any`, which may overlap and be empty.
Intervals united(Intervals any);
Intervals intersection(const Intervals& a, const Intervals& b);
Intervals without(const Intervals& a, const Intervals& b);
double length(const Intervals& a);

}  // namespace simt::program::timeline
