// What a report says of time: how long, and where warps spent their cycles.
#include <fmt/format.h>

#include <algorithm>

#include "sim/views/plain_words.h"
#include "sim/views/report_sections.h"

namespace simt {

Section time_section(const SectionFacts& f) {
  Section s{"Time", true, {}, {}, {}, {}, {}};
  s.facts = {f.fact("Duration", "gpu__time_duration.sum"),
             f.fact("Cycles elapsed", "sm__cycles_elapsed.max"),
             f.fact("Instructions per cycle, SM", "sm__inst_executed.avg.per_cycle_active"),
             f.fact("Issue slots used", "smsp__issue_active.avg.pct_of_peak_sustained_active")};
  return s;
}

// Largest first; what is below 1% is not worth a line.
Section states_section(const SectionFacts& f) {
  Section s{"Where resident warps spent their cycles", true, {}, {}, {}, {}, {}};
  double small = 0;
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto stall = static_cast<Stall>(i);
    const double share = value_of(
        fmt::format("smsp__warp_issue_stalled_{}_per_warp_active.pct", info(stall).name), f.m);
    if (share < 1) {
      small += share;
      continue;
    }
    s.bars.push_back({state_name(stall), share, std::string(plain_words(stall))});
  }
  std::stable_sort(s.bars.begin(), s.bars.end(),
                   [](const FactBar& a, const FactBar& b) { return a.percent > b.percent; });
  if (small >= 0.05) s.bars.push_back({"others", small, "each below 1%"});
  return s;
}

}  // namespace simt
