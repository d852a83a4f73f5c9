// The metrics of a run as the names that a `goal` line may use (sim/check/check.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/input/launch_spec.h"
#include "sim/views/metrics.h"

namespace simt {

class RunMetrics : public MetricSource {
 public:
  /// Before a run: the names are known and every value is 0.
  RunMetrics() = default;
  /// `run` holds references, which outlive this.
  explicit RunMetrics(const Measured& run) : run_(run) {}
  std::optional<double> find(std::string_view name) const override {
    const Metric* metric = find_metric(name);
    if (metric == nullptr) return std::nullopt;
    return run_ ? metric->value(*run_) : 0;
  }
  std::vector<std::string> names() const override { return metric_names(); }

 private:
  std::optional<Measured> run_;
};

}  // namespace simt
