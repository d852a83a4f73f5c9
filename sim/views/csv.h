// The CSV layouts of `ncu --csv`, so that scripts written for ncu read them.
// Details: one row per metric. Raw (`--page raw`): one column per metric, a row of units, one row
// of values. Source (`--page source`): the kernel's name, then one row per line of the IR, with
// ncu's column names where they mean the same. Numbers are plain, in base units; there is one
// kernel, with ID 0.
#pragma once

#include <string>
#include <vector>

#include "sim/views/report.h"
#include "sim/views/source.h"

namespace simt {

/// A metric under the heading of its section, as ncu's details rows carry it.
struct MetricRow {
  std::string section;
  const Metric* metric = nullptr;
};
/// Each of the report's facts once, in the order of the page.
std::vector<MetricRow> section_metrics(const Report& report, bool full);

std::string details_csv(const Subject& subject, const std::vector<MetricRow>& rows);
std::string raw_csv(const Subject& subject, const std::vector<const Metric*>& metrics);
/// Lines without an instruction have no figures.
std::string source_csv(const Subject& subject, const std::vector<SourceRow>& rows);
/// The raw page as text: name, unit, value.
std::string raw_text(const Subject& subject, const std::vector<const Metric*>& metrics,
                     const Style& style);

}  // namespace simt
