#include "sim/program/timeline/intervals.h"

#include <algorithm>

namespace simt::program::timeline {

Intervals united(Intervals any) {
  std::ranges::sort(any);
  Intervals out;
  for (const auto& [from, to] : any) {
    if (to <= from) continue;
    if (!out.empty() && from <= out.back().second)
      out.back().second = std::max(out.back().second, to);
    else
      out.emplace_back(from, to);
  }
  return out;
}

Intervals intersection(const Intervals& a, const Intervals& b) {
  Intervals out;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double from = std::max(a[i].first, b[j].first), to = std::min(a[i].second, b[j].second);
    if (from < to) out.emplace_back(from, to);
    a[i].second < b[j].second ? ++i : ++j;
  }
  return out;
}

Intervals without(const Intervals& a, const Intervals& b) {
  Intervals out;
  std::size_t j = 0;
  for (auto [from, to] : a) {
    while (j < b.size() && b[j].second <= from) ++j;
    for (std::size_t k = j; k < b.size() && b[k].first < to; ++k) {
      if (b[k].first > from) out.emplace_back(from, b[k].first);
      from = std::max(from, b[k].second);
    }
    if (from < to) out.emplace_back(from, to);
  }
  return out;
}

double length(const Intervals& a) {
  double sum = 0;
  for (const auto& [from, to] : a) sum += to - from;
  return sum;
}

}  // namespace simt::program::timeline
