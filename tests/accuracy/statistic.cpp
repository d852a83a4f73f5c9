#include "tests/accuracy/statistic.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace simt::accuracy {
namespace {

double mean(const std::vector<double>& values) {
  if (values.empty()) throw std::runtime_error("no entries to take the mean of");
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Clocks are the lower 32 bits of a counter.
constexpr double kWrap = 4294967296.0;
double between(double start, double end) {
  return end >= start ? end - start : end - start + kWrap;
}

double mean_between(const std::vector<double>& cycles, std::size_t start, std::size_t stride) {
  std::vector<double> spans;
  for (std::size_t i = start; i + 1 < cycles.size(); i += stride)
    spans.push_back(between(cycles[i], cycles[i + 1]));
  return mean(spans);
}

// Nanoseconds wrap as clocks do; no launch lasts half a round.
double span(const std::vector<double>& cycles) {
  double first = 0, last = 0;
  for (std::size_t i = 2; i + 1 < cycles.size(); i += 4) {
    const auto since = [&](double t) {
      const double late = between(cycles[2], t);
      return late < kWrap / 2 ? late : late - kWrap;
    };
    first = std::min(first, since(cycles[i]));
    last = std::max(last, since(cycles[i + 1]));
  }
  return last - first;
}

}  // namespace

double evaluate(const Statistic& s, const std::vector<double>& cycles) {
  if (s.kind == "warps") {
    std::vector<double> used;
    std::copy_if(cycles.begin(), cycles.end(), std::back_inserter(used),
                 [](double c) { return c != 0; });
    return mean(used);
  }
  if (s.kind == "blocks") return mean_between(cycles, 0, 4);
  if (s.kind == "first_block") return between(cycles.at(0), cycles.at(1));
  if (s.kind == "span") return span(cycles);
  if (s.kind == "life") return mean_between(cycles, 1, 3);
  if (s.kind != "entry" && s.kind != "mean") throw std::runtime_error("no statistic " + s.kind);
  if (s.first + s.count > cycles.size()) throw std::runtime_error("the buffer has fewer entries");
  const auto begin = cycles.begin() + static_cast<std::ptrdiff_t>(s.first);
  return mean({begin, begin + static_cast<std::ptrdiff_t>(s.count)});
}

}  // namespace simt::accuracy
