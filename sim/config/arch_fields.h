// The fields of an architecture file, each once: key, member, permitted range.
// Reading, printing and the check for missing figures are visitors of this list:
//   text(key, string, need), texts(key, strings), compute_capability(major, minor)
//   section(key, body)                 a nested object
//   figure(key, member, range, need)   a number, switch, list or name that carries a source
// The members' meaning and units stand in arch.h and sim/config/units, the fields of each unit with
// it.
#pragma once

#include "sim/config/arch.h"

namespace simt {

template <class V, Of<OpTiming> T>
void visit_fields(V& v, T& t) {
  v.figure("results_per_clock", t.results_per_clock, range::kRate);
  v.figure("latency", t.latency, Range{1, 1e5});
  v.figure("variable_latency", t.variable_latency, range::kAny);
}

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
  visit_units(v, a);
}

}  // namespace simt
