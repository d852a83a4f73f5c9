// Where the cycles of warps go, as shares of all of them.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>

#include "sim/base/counters.h"

namespace simt::accuracy {

/// By ncu's name of the reason; together 1, or nothing.
using StallShares = std::map<std::string, double>;

/// `value`: of a metric by its name.
template <class F>
StallShares stall_shares(F&& value) {
  StallShares out;
  double sum = 0;
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const std::string reason(info(static_cast<Stall>(i)).name);
    const std::string name =
        fmt::format("smsp__average_warps_issue_stalled_{}_per_issue_active.ratio", reason);
    sum += out[reason] = value(name.c_str());
  }
  for (auto& [reason, share] : out) share = sum > 0 ? share / sum : 0;
  return out;
}

/// Half of the sum of all differences, in percent: what would have to move.
double apart(const StallShares& a, const StallShares& b);
std::string largest(const StallShares& shares);

}  // namespace simt::accuracy
