#include "sim/views/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace simt {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string row(const std::vector<std::string>& cells) {
  std::string out;
  for (const std::string& c : cells) out += (out.empty() ? "" : ",") + quoted(c);
  return out + "\n";
}

const std::vector<std::string> kLaunchColumns{
    "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
    "Stream", "Block Size", "Grid Size",    "Device",    "CC"};

std::string triple(const Dim3& d) {
  return fmt::format("({}, {}, {})", d.x, d.y, d.z);
}

std::vector<std::string> launch_cells(const Subject& s) {
  return {"0",
          "0",
          "simt-sim",
          "127.0.0.1",
          s.program.kernel,
          "1",
          "7",
          triple(s.run.launch.block),
          triple(s.run.launch.grid),
          "0",
          fmt::format("{}.{}", s.arch.cc_major, s.arch.cc_minor)};
}

}  // namespace

std::vector<MetricRow> section_metrics(const Report& report, bool full) {
  std::vector<MetricRow> out;
  std::set<const Metric*> seen;
  const auto add = [&](const std::string& section, const Metric* metric) {
    if (metric != nullptr && seen.insert(metric).second) out.push_back({section, metric});
  };
  for (const Section& s : report.sections) {
    if (!full && !s.basic) continue;
    for (const Fact& f : s.facts) add(s.title, f.metric);
    for (const FactRow& r : s.rows)
      for (const auto& cell : r.cells)
        if (cell) add(s.title, cell->metric);
  }
  return out;
}

std::string details_csv(const Subject& s, const std::vector<MetricRow>& rows) {
  std::vector<std::string> columns = kLaunchColumns;
  columns.insert(columns.end(), {"Section Name", "Metric Name", "Metric Unit", "Metric Value"});
  std::string out = row(columns);
  const Measured m = s.measured();
  for (const MetricRow& r : rows) {
    std::vector<std::string> cells = launch_cells(s);
    cells.insert(cells.end(), {r.section, r.metric->name, r.metric->unit,
                               plain_number(*r.metric, r.metric->value(m))});
    out += row(cells);
  }
  return out;
}

std::string raw_csv(const Subject& s, const std::vector<const Metric*>& metrics) {
  std::vector<std::string> names = kLaunchColumns, units(kLaunchColumns.size()),
                           values = launch_cells(s);
  const Measured m = s.measured();
  for (const Metric* metric : metrics) {
    names.push_back(metric->name);
    units.push_back(metric->unit);
    values.push_back(plain_number(*metric, metric->value(m)));
  }
  return row(names) + row(units) + row(values);
}

std::string source_csv(const Subject& s, const std::vector<SourceRow>& rows) {
  std::string out = row({"Kernel Name", s.program.kernel});
  out += row({"#", "Source", "CUDA Source", "Instructions Executed", "Thread Instructions Executed",
              "Predicated-On Thread Instructions Executed", "Avg. Threads Executed",
              "Divergent Branches", "Requests", "Sectors", "Sectors Ideal", "L1 Wavefronts Shared",
              "L1 Wavefronts Shared Ideal", "L1 Wavefronts Shared Excessive", "Waiting Share"});
  for (const SourceRow& r : rows) {
    const LineCounters& c = r.counters;
    std::vector<std::string> cells{std::to_string(r.line), r.text, r.cuda};
    for (const std::uint64_t count : {c.executed, c.thread_executed, c.thread_pred_on})
      cells.push_back(std::to_string(count));
    cells.push_back(fmt::format("{:.2f}", r.active_lanes));
    for (const std::uint64_t count : {c.divergent, c.requests, c.sectors, c.sectors_ideal,
                                      c.wavefronts, c.wavefronts_ideal, shared_excess(c)})
      cells.push_back(std::to_string(count));
    cells.push_back(fmt::format("{:.2f}", r.stall_share));
    if (!r.has_instruction) std::fill(cells.begin() + 2, cells.end(), "");
    out += row(cells);
  }
  return out;
}

std::string raw_text(const Subject& s, const std::vector<const Metric*>& metrics,
                     const Style& style) {
  std::size_t name_width = 0, unit_width = 0;
  for (const Metric* m : metrics) {
    name_width = std::max(name_width, m->name.size());
    unit_width = std::max(unit_width, m->unit.size());
  }
  const Measured measured = s.measured();
  std::string out = style.bold(fmt::format("{} on {}", s.program.kernel, s.arch.name)) + "\n";
  for (const Metric* m : metrics)
    out += fmt::format("  {:<{}}  {:<{}}  {:>20}\n", m->name, name_width, m->unit, unit_width,
                       grouped_fixed(m->value(measured), m->integral ? 0 : 2));
  return out;
}

}  // namespace simt
