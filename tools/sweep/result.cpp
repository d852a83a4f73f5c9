#include "tools/sweep/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "isa/base/kernel_name.h"
#include "sim/base/json.h"
#include "sim/views/csv.h"

namespace simt {
namespace {

struct DefaultColumn {
  std::string_view label, metric;
  bool always = false;
};
constexpr DefaultColumn kElapsed{"cycles", "sm__cycles_elapsed.max", true};
constexpr std::array kDefaults{
    kElapsed,
    DefaultColumn{"duration", "gpu__time_duration.sum", true},
    DefaultColumn{"warp instr.", "smsp__inst_executed.sum"},
    DefaultColumn{"sectors/load",
                  "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"},
    DefaultColumn{"sectors/store",
                  "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"},
    DefaultColumn{"bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"},
    DefaultColumn{"branch eff.", "smsp__sass_average_branch_targets_threads_uniform.pct"},
    DefaultColumn{"occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
};

SweepColumn column(const DefaultColumn& c) {
  return {std::string(c.label), find_metric(c.metric)};
}

bool always_zero(const Metric& metric, const std::vector<SweepPoint>& points) {
  return std::all_of(points.begin(), points.end(), [&](const SweepPoint& p) {
    const auto found = p.metrics.find(metric.name);
    return found == p.metrics.end() || found->second == 0;
  });
}

std::string label_of(const std::string& metric, const std::vector<SweepPoint>& points) {
  for (const SweepPoint& p : points)
    if (const auto found = p.labels.find(metric); found != p.labels.end()) return found->second;
  return metric;
}

template <class Member>
std::string common(const SweepResult& sweep, Member member) {
  std::string out;
  for (const SweepPoint& p : sweep.points) {
    const std::string& text = p.*member;
    if (text.empty()) continue;
    if (!out.empty() && text != out) return "";
    out = text;
  }
  return out;
}

}  // namespace

std::optional<double> SweepResult::value(const SweepPoint& point, const SweepColumn& column) const {
  const auto found = point.metrics.find(column.metric->name);
  return found == point.metrics.end() ? std::nullopt : std::optional(found->second);
}

std::vector<SweepColumn> sweep_columns(const std::vector<std::string>& names, bool matrix,
                                       const std::vector<SweepPoint>& points) {
  std::vector<SweepColumn> out;
  for (const DefaultColumn& c : kDefaults) {
    if (!c.always && (!names.empty() || always_zero(*find_metric(c.metric), points))) continue;
    out.push_back(column(c));
  }
  if (matrix) out.clear();
  for (const std::string& name : names)
    if (std::none_of(out.begin(), out.end(),
                     [&](const SweepColumn& c) { return c.metric->name == name; }))
      out.push_back({label_of(name, points), find_metric(name)});
  if (out.empty()) out.push_back(column(kElapsed));
  return out;
}

std::string sweep_title(const SweepResult& sweep) {
  std::string kernel = display_name(common(sweep, &SweepPoint::kernel)),
              arch = common(sweep, &SweepPoint::arch);
  const std::string grid = common(sweep, &SweepPoint::grid),
                    block = common(sweep, &SweepPoint::block);
  if (kernel.empty()) kernel = plural(sweep.points.size(), "run");
  if (!arch.empty()) kernel += " on " + arch;
  const bool resized = std::any_of(sweep.over.begin(), sweep.over.end(), [](const Over& o) {
    return o.parameter == "block" || o.parameter == "grid";
  });
  if (resized) return kernel;
  if (!grid.empty()) kernel += ", grid " + grid;
  if (!block.empty()) kernel += ", block " + block;
  return kernel;
}

std::string sweep_csv(const SweepResult& sweep) {
  std::vector<std::string> cells;
  for (const Over& o : sweep.over) cells.push_back(o.parameter);
  cells.insert(cells.end(), {"exit", "error"});
  for (const SweepColumn& c : sweep.columns) cells.push_back(c.metric->name);
  std::string out = csv_row(cells) + "\n";
  for (const SweepPoint& p : sweep.points) {
    cells = p.values;
    cells.insert(cells.end(), {fmt::format("{}", static_cast<int>(p.exit)), p.error});
    for (const SweepColumn& c : sweep.columns) {
      const auto value = sweep.value(p, c);
      cells.push_back(value ? plain_number(*c.metric, *value) : "");
    }
    out += csv_row(cells) + "\n";
  }
  return out;
}

std::string sweep_json(const SweepResult& sweep) {
  using Json = nlohmann::ordered_json;
  Json out{{"kernel", common(sweep, &SweepPoint::kernel)},
           {"over", Json::array()},
           {"runs", Json::array()}};
  for (const Over& o : sweep.over)
    out["over"].push_back({{"parameter", o.parameter}, {"values", o.values}});
  for (const SweepPoint& p : sweep.points) {
    Json run{{"values", Json::object()}, {"exit", static_cast<int>(p.exit)},
             {"error", p.error},         {"kernel", p.kernel},
             {"arch", p.arch},           {"grid", p.grid},
             {"block", p.block},         {"metrics", Json::object()}};
    for (std::size_t i = 0; i < sweep.over.size(); ++i)
      run["values"][sweep.over[i].parameter] = p.values[i];
    for (const auto& [name, value] : p.metrics) {
      if (find_metric(name)->integral)
        run["metrics"][name] = static_cast<std::int64_t>(value);
      else
        run["metrics"][name] = value;
    }
    out["runs"].push_back(std::move(run));
  }
  return json_text(out, 2) + "\n";
}

}  // namespace simt
