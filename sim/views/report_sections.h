// The sections of a report, each with its facts, rows, bars and remarks.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "sim/views/report.h"

namespace simt {

/// Facts of one run.
struct SectionFacts {
  explicit SectionFacts(const Subject& subject) : s(subject), m(subject.measured()) {}

  Fact fact(std::string label, std::string_view metric) const {
    return {std::move(label), find_metric(metric), value_of(metric, m)};
  }
  /// A share of `whole`, undefined when there was none.
  Fact share(std::string label, std::string_view metric, std::uint64_t whole) const {
    Fact out = fact(std::move(label), metric);
    if (whole == 0) out.value = std::nan("");
    return out;
  }
  Fact fact(std::string label, Counter c) const { return fact(std::move(label), info(c).name); }
  std::uint64_t at(Counter c) const { return s.run.counters[c]; }

  const Subject& s;
  Measured m;
};

// What a launch has not used gives a section without rows and facts.
Section launch_section(const SectionFacts& f);
Section occupancy_section(const SectionFacts& f);
Section instructions_section(const SectionFacts& f);
Section global_section(const SectionFacts& f);
Section shared_section(const SectionFacts& f);
Section other_memory_section(const SectionFacts& f);
Section texels_section(const SectionFacts& f);
Section caches_section(const SectionFacts& f);
Section time_section(const SectionFacts& f);
/// Where resident warps spent their cycles.
Section states_section(const SectionFacts& f);

}  // namespace simt
