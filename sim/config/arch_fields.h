// The fields of an architecture file, each once: key, member, permitted range.
// Reading, printing and the check for missing figures are visitors of this list:
//   text(key, string, need), texts(key, strings), compute_capability(major, minor)
//   section(key, body)                 a nested object
//   figure(key, member, range, need)   a number, switch, list or name that carries a source
// The members' meaning and units stand in arch.h and sim/config/units.
#pragma once

#include "sim/config/arch.h"
#include "sim/config/memory_fields.h"
#include "sim/config/sm_fields.h"

namespace simt {

template <class V, Of<ArchConfig> T>
void visit_fields(V& v, T& a) {
  v.text("name", a.name, Need::Required);
  v.text("description", a.description, Need::Required);
  v.texts("aliases", a.aliases);
  v.compute_capability(a.cc.major, a.cc.minor);
  v.section("sm", [&] { visit_fields(v, a.sm); });
  v.section("control", [&] { visit_fields(v, a.control); });
  v.section("limits", [&] { visit_fields(v, a.limits); });
  v.section("ops", [&] {
    for (std::size_t i = 0; i < a.op.size(); ++i)
      v.section(name_of(static_cast<OpClass>(i)), [&] { visit_fields(v, a.op[i]); });
  });
  v.section("shared", [&] { visit_fields(v, a.shared); });
  v.section("constant", [&] { visit_fields(v, a.constant); });
  v.section("lsu", [&] { visit_fields(v, a.lsu); });
  v.section("lane_serializer", [&] { visit_fields(v, a.serializer); });
  v.section("crossbar_port", [&] { visit_fields(v, a.crossbar); });
  v.section("gpc_port", [&] { visit_fields(v, a.gpc_port); });
  v.section("stores", [&] { visit_fields(v, a.stores); });
  v.section("instruction_cache", [&] { visit_fields(v, a.instruction); });
  v.section("l1", [&] { visit_fields(v, a.l1); });
  v.section("texture", [&] { visit_fields(v, a.texture); });
  v.section("l2", [&] { visit_fields(v, a.l2); });
  v.section("dram", [&] { visit_fields(v, a.dram); });
  v.section("launch", [&] { visit_fields(v, a.launch); });
  v.section("host", [&] { visit_fields(v, a.host); });
}

}  // namespace simt
