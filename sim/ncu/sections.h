// The sections of ncu's details page: which metrics stand in which, and under what label.
// One table for the writer (--csv, --page details) and the reader of reports.
// Source: section files and reports of Nsight Compute 2024 to 2025 (SpeedOfLight.section ...).
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace simt::ncu {

struct LabelledMetric {
  std::string_view label, metric;
};
struct SectionInfo {
  std::string_view identifier;  ///< "SpeedOfLight": rule rows carry it
  std::string_view name;        ///< "GPU Speed Of Light Throughput": metric rows carry it
  bool basic;                   ///< in ncu's basic set, which is what it collects without options
  std::span<const LabelledMetric> metrics;  ///< in the order of ncu's rows: by metric name
};

/// In the order of the page.
std::span<const SectionInfo> sections();
/// The metric of the label of a section's row; empty when unknown. Labels of older versions
/// count.
std::string_view metric_of_label(std::string_view section, std::string_view label);
/// The section in which a person looks for a metric, also for one without a label.
std::string_view section_of_metric(std::string_view metric);

/// Rows of `ncu --metrics ...`.
inline constexpr std::string_view kRequestedMetrics = "Command line profiler metrics";

}  // namespace simt::ncu
