// The runs of a sweep as a table, CSV, JSON and a plot.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/views/metrics.h"
#include "sim/views/text.h"
#include "tools/sweep/over.h"
#include "tools/sweep/point.h"

namespace simt {

struct SweepColumn {
  std::string label;  ///< what the table calls the metric
  const Metric* metric = nullptr;
};

struct SweepResult {
  std::vector<Over> over;  ///< one or two parameters
  std::vector<SweepColumn> columns;
  std::vector<SweepPoint> points;  ///< the first parameter's values, each with all of the second's
  std::string note = {};           ///< what a reader should know of all of them

  bool is_matrix() const { return over.size() == 2; }
  const SweepPoint& at(std::size_t first, std::size_t second = 0) const {
    return points[first * (is_matrix() ? over[1].values.size() : 1) + second];
  }
  std::optional<double> value(const SweepPoint& point, const SweepColumn& column) const;
};

/// Cycles and duration, then `names`; where there are none, what such kernels are looked at for
/// (sectors a request, conflicts, divergence, occupancy), without the columns that are 0 in every
/// run. A matrix has one column: the metric named, else the cycles.
std::vector<SweepColumn> sweep_columns(const std::vector<std::string>& names, bool matrix,
                                       const std::vector<SweepPoint>& points);

std::string render_sweep(const SweepResult& sweep, const Style& style);
/// A row for each run: the parameters, exit code, error, then the columns under ncu's names.
std::string sweep_csv(const SweepResult& sweep);
/// {"kernel", "over": [{"parameter", "values"}], "runs": [{"values": {...}, "exit", "error",
/// "arch", "grid", "block", "metrics": {NAME: number, ...}}]}
std::string sweep_json(const SweepResult& sweep);
/// A drawing of its own: a panel for each column, the first parameter along x, a line for each
/// value of the second.
std::string sweep_svg(const SweepResult& sweep);

/// "reduce_v2 on v100"; parts that the sweep varies are left out.
std::string sweep_title(const SweepResult& sweep);

}  // namespace simt
