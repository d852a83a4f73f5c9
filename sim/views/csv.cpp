#include "sim/views/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "isa/core/place.h"
#include "sim/ncu/sections.h"
#include "sim/views/profiler_name.h"

namespace simt {
namespace {

void append_field(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t quote = text.find('"'); quote != std::string_view::npos;
       quote = text.find('"')) {
    out += text.substr(0, quote + 1);
    out += '"';
    text.remove_prefix(quote + 1);
  }
  out += text;
  out += '"';
}

using Cells = std::vector<std::string>;
const Cells kLaunchColumns{"ID",      "Process ID", "Process Name", "Host Name", "Kernel Name",
                           "Context", "Stream",     "Block Size",   "Grid Size", "Device",
                           "CC"};
const Cells kMetricColumns{"Section Name", "Metric Name", "Metric Unit", "Metric Value"};
const Cells kRuleColumns{"Rule Name", "Rule Type", "Rule Description", "Estimated Speedup Type",
                         "Estimated Speedup"};

std::string dim_text(const Dim3& d) {
  return fmt::format("({}, {}, {})", d.x, d.y, d.z);
}

Cells launch_cells(const Subject& s) {
  return {fmt::format("{}", s.place.id),
          fmt::format("{}", s.place.process),
          s.place.process_name,
          "127.0.0.1",
          profiler_name(s.program.kernel),
          "1",
          fmt::format("{}", s.place.stream),
          dim_text(s.run.launch.block),
          dim_text(s.run.launch.grid),
          fmt::format("{}", s.place.device),
          fmt::format("{}.{}", s.arch.cc.major, s.arch.cc.minor)};
}

Cells joined(Cells a, const Cells& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string named(std::string_view label, std::string_view name, MetricNaming naming) {
  switch (naming) {
    case MetricNaming::Label:
      return std::string(label);
    case MetricNaming::Name:
      return std::string(name);
    case MetricNaming::LabelName:
      break;
  }
  return label == name ? std::string(name) : fmt::format("{} ({})", label, name);
}

Cells metric_cells(const Subject& s, std::string_view section, const std::string& name,
                   const Metric& metric) {
  return joined(launch_cells(s), {std::string(section), name, metric.unit,
                                  plain_number(metric, metric.value(s.measured()))});
}

/// What the simulator advises stands where ncu has the findings of its rules.
std::string rule_rows(const Subject& s, std::string_view identifier) {
  std::string out;
  if (identifier != "SourceCounters") return out;
  for (const Advice& a : collect_report(s).advice) {
    const bool estimated = a.kind != GainKind::Later && a.kind != GainKind::Open;
    std::string where = a.line == 0 ? "" : a.place + ": ";
    if (where.starts_with("line")) where.front() = 'L';
    out +=
        csv_row(joined(launch_cells(s), {std::string(identifier), "", "", "", "Advice", "OPT",
                                         where + a.title + ". " + a.text, estimated ? "global" : "",
                                         estimated ? fmt::format("{:.2f}", a.gain) : ""})) +
        "\n";
  }
  return out;
}

}  // namespace

std::string csv_row(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& c : cells) {
    if (!out.empty()) out += ',';
    append_field(out, c);
  }
  return out;
}

std::string details_csv(const Subject& s, bool full, MetricNaming naming) {
  std::string out = csv_row(joined(joined(kLaunchColumns, kMetricColumns), kRuleColumns)) + "\n";
  std::set<std::string_view> labelled;
  for (const ncu::SectionInfo& section : ncu::sections()) {
    if (!full && !section.basic) continue;
    for (const ncu::LabelledMetric& m : section.metrics) {
      const Metric* metric = find_metric(m.metric);
      if (metric == nullptr || !has_value(*metric, s.run)) continue;
      labelled.insert(metric->name);
      // ncu closes a row without a rule with a separator and no cells.
      out +=
          csv_row(metric_cells(s, section.name, named(m.label, m.metric, naming), *metric)) + ",\n";
    }
    out += rule_rows(s, section.identifier);
  }
  for (const Metric& m : metrics())
    if ((full || m.basic) && has_value(m, s.run) && labelled.count(m.name) == 0)
      out += csv_row(metric_cells(s, ncu::kRequestedMetrics, m.name, m)) + ",\n";
  return out;
}

std::string metrics_csv(const Subject& s, const std::vector<const Metric*>& metrics) {
  std::string out = csv_row(joined(kLaunchColumns, kMetricColumns)) + "\n";
  for (const Metric* m : metrics)
    out += csv_row(metric_cells(s, ncu::kRequestedMetrics, m->name, *m)) + "\n";
  return out;
}

std::string raw_names(const std::vector<const Metric*>& metrics) {
  Cells names = kLaunchColumns;
  for (const Metric* metric : metrics) names.push_back(metric->name);
  return csv_row(names);
}

std::string raw_units(const std::vector<const Metric*>& metrics) {
  Cells units(kLaunchColumns.size());
  for (const Metric* metric : metrics) units.push_back(metric->unit);
  return csv_row(units);
}

std::string raw_row(const Subject& s, const std::vector<const Metric*>& metrics, bool values) {
  std::string out = csv_row(launch_cells(s));
  const Measured m = s.measured();
  for (const Metric* metric : metrics) {
    out += ",\"";
    if (values) append_number(out, *metric, metric->value(m));
    out += '"';
  }
  return out;
}

std::string raw_csv(const Subject& s, const std::vector<const Metric*>& metrics) {
  return raw_names(metrics) + "\n" + raw_units(metrics) + "\n" + raw_row(s, metrics, true) + "\n";
}

std::string state_csv(const Subject& s, const std::string& state, bool rule_columns) {
  Cells names = joined(kLaunchColumns, kMetricColumns);
  if (rule_columns) names = joined(names, kRuleColumns);
  return csv_row(names) + "\n" +
         csv_row(joined(launch_cells(s), {"Launch", "launch__status", "", state})) +
         (rule_columns ? ",\n" : "\n");
}

std::string raw_text(const Subject& s, const std::vector<const Metric*>& metrics,
                     const Style& style) {
  std::size_t name_width = 0, unit_width = 0;
  for (const Metric* m : metrics) {
    name_width = std::max(name_width, m->name.size());
    unit_width = std::max(unit_width, m->unit.size());
  }
  const Measured measured = s.measured();
  std::string out =
      style.bold(fmt::format("{} on {}", kernel_title(s.program), s.arch.name)) + "\n";
  for (const Metric* m : metrics)
    out += fmt::format("  {:<{}}  {:<{}}  {:>20}\n", m->name, name_width, m->unit, unit_width,
                       grouped_fixed(m->value(measured), m->integral ? 0 : 2));
  return out;
}

}  // namespace simt
