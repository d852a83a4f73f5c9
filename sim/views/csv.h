// The CSV layouts of `ncu --csv` (2025), so that scripts written for ncu read them. Numbers are
// plain, in base units, as ncu writes them in the C locale; there is one launch, with ID 0.
//   details  one row a metric: section, label, unit, value; rule rows for the advice
//   raw      one column a metric, a row of units, a row of values
//   source   one row a line of the IR, or of CUDA C++ in a table for each file; a warp in a state
//            counts as one sample a cycle
#pragma once

#include <string>
#include <vector>

#include "sim/views/report.h"
#include "sim/views/source.h"

namespace simt {

/// How the details page names a metric (ncu's --print-metric-name).
enum class MetricNaming { Label, Name, LabelName };

/// ncu's sections, those of its basic set or all, with the rules; after them, as ncu does for
/// --metrics, every further metric of the set under its name.
std::string details_csv(const Subject& subject, bool full, MetricNaming naming);
/// The metrics asked for, as `ncu --metrics` writes them: no rule columns.
std::string metrics_csv(const Subject& subject, const std::vector<const Metric*>& metrics);
std::string raw_csv(const Subject& subject, const std::vector<const Metric*>& metrics);
/// What raw_csv() is made of: the names of the columns, their units, and the row of a launch; each
/// without its line end. `values`: false leaves the metrics' cells empty.
std::string raw_names(const std::vector<const Metric*>& metrics);
std::string raw_units(const std::vector<const Metric*>& metrics);
std::string raw_row(const Subject& subject, const std::vector<const Metric*>& metrics, bool values);
/// Of a launch that did not finish: one row that has `state` in place of the metrics, in the
/// columns of details_csv() or metrics_csv().
std::string state_csv(const Subject& subject, const std::string& state, bool rule_columns);
std::string source_csv(const Subject& subject, const std::vector<SourceRow>& rows);
/// The sums by line of CUDA C++ (sim/views/cuda_source.h). `unfolded`: below each its lines of PTX,
/// in columns of their own, as ncu has machine instructions with `--print-source cuda,sass`.
std::string cuda_source_csv(const Subject& subject, const std::vector<SourceRow>& rows,
                            bool unfolded);
/// The raw page as text: name, unit, value.
std::string raw_text(const Subject& subject, const std::vector<const Metric*>& metrics,
                     const Style& style);

/// One row with quoted cells, without its line end.
std::string csv_row(const std::vector<std::string>& cells);

}  // namespace simt
