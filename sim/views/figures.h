// Figures by metric name, of a run or of a measurement: what the memory chart and the roofline are
// drawn from.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "sim/views/metrics.h"

namespace simt {

/// The value of a metric in base units; nothing when the source does not have it.
using Figures = std::function<std::optional<double>(std::string_view metric)>;

inline Figures figures_of(const Measured& m) {
  return [m](std::string_view name) -> std::optional<double> {
    const Metric* metric = find_metric(name);
    if (metric == nullptr) return {};
    return metric->value(m);
  };
}

}  // namespace simt
