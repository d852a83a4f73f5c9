#include "sim/views/charts_json.h"

#include <nlohmann/json.hpp>

namespace simt {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& n) {
  return n ? Json(*n) : Json(nullptr);
}

Json link_json(const ChartLink& l) {
  Json out = Json::object();
  if (!l.label.empty()) out["label"] = l.label;
  out["requests"] = number(l.instructions);
  out["bytes_to_kernel"] = number(l.from_bytes);
  out["bytes_from_kernel"] = number(l.to_bytes);
  return out;
}

Json links_json(const std::vector<ChartLink>& links) {
  Json out = Json::array();
  for (const ChartLink& l : links) out.push_back(link_json(l));
  return out;
}

template <class Roof>
Json roofs_json(const std::vector<Roof>& roofs) {
  Json out = Json::array();
  for (const Roof& r : roofs)
    out.push_back({{"name", r.name}, {"achieved", r.achieved}, {"peak", r.peak}});
  return out;
}

}  // namespace

Json chart_json(const MemoryChart& c) {
  return {{"kernel_l1", links_json(c.kernel_l1)},
          {"kernel_shared", links_json(c.kernel_shared)},
          {"l1_l2", link_json(c.l1_l2)},
          {"l2_memory", link_json(c.l2_memory)},
          {"l1_hit_pct", number(c.l1_hit)},
          {"l2_hit_pct", number(c.l2_hit)},
          {"shared_conflicts", number(c.shared_conflicts)}};
}

Json chart_json(const Roofline& r) {
  Json precisions = roofs_json(r.precisions);
  for (std::size_t i = 0; i < r.precisions.size(); ++i)
    precisions[i]["unit"] = r.precisions[i].unit;
  Json out{
      {"precisions", precisions}, {"memories", roofs_json(r.memories)}, {"points", Json::array()}};
  for (const PrecisionRoof& p : r.precisions) {
    if (p.achieved <= 0) continue;
    for (const MemoryRoof& m : r.memories)
      if (const auto x = Roofline::intensity(p, m))
        out["points"].push_back({{"precision", p.name},
                                 {"memory", m.name},
                                 {"intensity", *x},
                                 {"roof", Roofline::roof(p, m, *x)}});
  }
  return out;
}

}  // namespace simt
