#include <algorithm>
#include <nlohmann/json.hpp>

#include "isa/base/kernel_name.h"
#include "sim/base/json.h"
#include "sim/diff/difference.h"

namespace simt::diff {
namespace {

using Json = nlohmann::ordered_json;

Json number(const Metric& metric, const std::optional<double>& value) {
  if (!value) return nullptr;
  return metric.integral ? Json(static_cast<std::int64_t>(*value)) : Json(*value);
}

Json side(const std::string& label, const std::string& kernel, const std::string& machine,
          const std::string& launch, const std::string& end, const std::string& explanation) {
  Json out{{"label", label},
           {"kernel", kernel},
           {"kernel_demangled", demangled(kernel)},
           {"machine", machine},
           {"launch", launch},
           {"end", end},
           {"finished", explanation.empty()}};
  if (!explanation.empty()) out["explanation"] = explanation;
  return out;
}

Json execution_path(const std::vector<Stretch>& stretches, const std::vector<std::string>& places) {
  Json out = Json::array();
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const Stretch& s = stretches[i];
    out.push_back({{"place", places[i]},
                   {"first_line", s.first_line},
                   {"last_line", s.last_line},
                   {"lanes", s.lanes},
                   {"instructions", s.instructions},
                   {"rounds", s.rounds}});
    if (s.left_at != 0) out.back()["left_at"] = s.left_at;
  }
  return out;
}

Json divergence(const Difference& d) {
  if (!d.first_divergence) return nullptr;
  const FirstDivergence& p = *d.first_divergence;
  return {{"block", p.warp.first},
          {"warp", p.warp.second},
          {"instructions_before", p.common},
          {"warps_diverging", p.warps_diverging},
          {"warps", p.warps},
          {"words", d.divergence_words},
          {"a", execution_path(p.path_a, d.places_a)},
          {"b", execution_path(p.path_b, d.places_b)}};
}

Json line_side(const std::optional<SourceRow>& row) {
  if (!row) return nullptr;
  const LineCounters& c = row->counters;
  Json out{{"line", row->line},        {"text", row->text},
           {"executed", c.executed},   {"active_lanes", row->active_lanes},
           {"divergent", c.divergent}, {"sectors", c.sectors},
           {"conflicts", c.conflicts}, {"waiting_pct", row->stall_share}};
  if (!row->cuda.empty()) out["source"] = row->cuda;
  return out;
}

}  // namespace

std::string render_json(const Difference& d) {
  Json out{{"a", side(d.label_a, d.kernel_a, d.machine_a, d.launch_a, d.end_a, d.explanation_a)},
           {"b", side(d.label_b, d.kernel_b, d.machine_b, d.launch_b, d.end_b, d.explanation_b)},
           {"differs", d.differs()},
           {"first_divergence", divergence(d)},
           {"figures", Json::array()},
           {"lines", Json::array()}};
  for (const Figure& f : d.figures)
    out["figures"].push_back({{"section", f.section},
                              {"label", f.label},
                              {"metric", f.metric->name},
                              {"unit", f.metric->unit},
                              {"a", number(*f.metric, f.a)},
                              {"b", number(*f.metric, f.b)}});
  for (const LineRow& r : d.lines)
    out["lines"].push_back(
        {{"text", bare(r.either().text)}, {"a", line_side(r.a)}, {"b", line_side(r.b)}});
  return json_text(out, 2) + "\n";
}

}  // namespace simt::diff
