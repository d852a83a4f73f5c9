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
  RunMetrics(bool timing, bool counters) : timing_(timing), counted_(counters) {}
  /// `run` holds references, which outlive this.
  explicit RunMetrics(const Measured& run)
      : run_(run), timing_(run.run.timing), counted_(run.run.counted) {}
  /// Throws SpecError for one that the run has no value of.
  std::optional<double> find(std::string_view name) const override {
    const Metric* metric = find_metric(name);
    if (metric == nullptr) return std::nullopt;
    if (!counted_) throw SpecError(metric->name + ": a run with --counters off has no metrics");
    if (!timing_ && depends_on_time(*metric))
      throw SpecError(metric->name +
                      " depends on time: a run with --timing off has no value of it");
    return run_ ? metric->value(*run_) : 0;
  }
  std::vector<std::string> names() const override { return metric_names(); }

 private:
  std::optional<Measured> run_;
  bool timing_ = true, counted_ = true;
};

}  // namespace simt
