#include <cmath>
#include <nlohmann/json.hpp>

#include "isa/base/kernel_name.h"
#include "sim/base/json.h"
#include "sim/compare/charts.h"
#include "sim/compare/program_comparison.h"
#include "sim/compare/render.h"
#include "sim/views/charts_json.h"

namespace simt::compare {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
  if (!value) return nullptr;
  const bool whole = std::floor(*value) == *value && std::fabs(*value) < 9e15;
  return whole ? Json(static_cast<std::int64_t>(*value)) : Json(*value);
}

Json row_json(const Row& r) {
  Json out{{"name", r.name},
           {"section", r.section},
           {"unit", r.unit},
           {"class", std::string(name_of(r.kind))},
           {"simulated", number(r.simulated)},
           {"measured", number(r.measured)},
           {"verdict", std::string(name_of(r.verdict))}};
  if (!r.label.empty()) out["label"] = r.label;
  if (r.simulated && r.measured)
    out["difference"] = std::isfinite(r.difference) ? Json(r.difference) : Json(nullptr);
  if (!r.advice.empty()) out["advice"] = r.advice;
  if (!r.caveat.empty()) out["caveat"] = r.caveat;
  return out;
}

/// How many metrics of each class came out how: of one launch or of a program's.
template <class C>
Json summary_json(const C& c) {
  Json out = Json::object();
  for (const CompareClass kind : {CompareClass::Exact, CompareClass::Modelled})
    for (const Verdict verdict :
         {Verdict::Equal, Verdict::Within, Verdict::Beyond, Verdict::Differs})
      if (const std::size_t n = c.count(kind, verdict))
        out[std::string(name_of(kind))][std::string(name_of(verdict))] = n;
  return out;
}

Json launch_json(const LaunchComparison& l) {
  const LaunchPair& pair = l.launch;
  const std::string& kernel = pair.simulated ? pair.simulated->kernel : pair.measured->kernel;
  Json out{{"id", pair.simulated ? Json(pair.simulated->id) : Json(nullptr)},
           {"measured_id", pair.measured ? Json(pair.measured->id) : Json(nullptr)},
           {"kernel", kernel},
           {"kernel_demangled", demangled(kernel)}};
  if (l.other_shape) out["other_shape"] = true;
  out["metrics"] = Json::array();
  for (const Row& r : l.metrics.rows) out["metrics"].push_back(row_json(r));
  return out;
}

template <class Chart>
Json both_json(const Chart& simulated, const std::optional<Chart>& measured) {
  return {{"simulated", chart_json(simulated)},
          {"measured", measured ? chart_json(*measured) : Json(nullptr)}};
}

}  // namespace

std::string render_json(const Comparison& c, const Subject& subject, const ncu::Launch& measured) {
  Json out{{"kernel", c.kernel},
           {"kernel_demangled", demangled(c.kernel)},
           {"arch", c.arch},
           {"mode", c.mode},
           {"report", c.report},
           {"launch", {{"kernel", c.measured_kernel}, {"which", c.launch}, {"device", c.device}}},
           {"tolerance", c.tolerance},
           {"tolerance_decides", c.tolerance_decides},
           {"failed", c.failed()}};
  out["summary"] = summary_json(c);
  out["summary"]["not modelled"] = c.not_modelled.size();
  out["metrics"] = Json::array();
  for (const Row& r : c.rows) out["metrics"].push_back(row_json(r));
  out["lines"] = Json::array();
  for (const LineRow& l : c.lines)
    out["lines"].push_back({{"place", l.place},
                            {"column", l.column},
                            {"simulated", number(l.simulated)},
                            {"measured", number(l.measured)},
                            {"text", l.text}});
  const Charts charts = charts_of(subject, measured);
  out["memory_chart"] = both_json(charts.memory, charts.measured_memory);
  out["roofline"] = both_json(charts.roofline, charts.measured_roofline);
  out["not_modelled"] = c.not_modelled;
  out["remarks"] = c.remarks;
  return json_text(out, 2) + "\n";
}

std::string render_program_json(const ProgramComparison& c) {
  const std::optional<double> duration = c.mean_duration_difference();
  Json out{{"program", c.program},
           {"arch", c.arch},
           {"mode", c.mode},
           {"report", c.report},
           {"device", c.device},
           {"tolerance", c.tolerance},
           {"tolerance_decides", c.tolerance_decides},
           {"failed", c.failed()},
           {"summary", summary_json(c)}};
  out["summary"]["launches"] = c.launches.size();
  out["summary"]["pairs"] = c.pairs();
  out["summary"]["mean_duration_difference_pct"] = duration ? Json(*duration) : Json(nullptr);
  out["launches"] = Json::array();
  for (const LaunchComparison& l : c.launches) out["launches"].push_back(launch_json(l));
  out["remarks"] = c.remarks;
  return json_text(out, 2) + "\n";
}

}  // namespace simt::compare
