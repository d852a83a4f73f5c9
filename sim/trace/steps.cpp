#include "sim/trace/steps.h"

#include <algorithm>

namespace simt::trace {

StepIndex::StepIndex(const Recording& recording)
    : recording_(recording), issues_(recording.warps.size()) {
  for (std::uint32_t i = 0; i < recording.issues.size(); ++i)
    issues_[recording.issues[i].warp].push_back(i);
}

std::vector<Step> StepIndex::of(std::uint32_t warp) const {
  const std::vector<WaitRecord>& all = recording_.waits;
  const auto by_warp = [](const WaitRecord& a, const WaitRecord& b) { return a.warp < b.warp; };
  WaitRecord key;
  key.warp = warp;
  const auto [first, last] = std::equal_range(all.begin(), all.end(), key, by_warp);
  std::vector<Step> out;
  auto issue = issues_[warp].begin();
  for (auto begin = first; begin != last;) {
    const auto end =
        std::find_if(begin, last, [&](const WaitRecord& w) { return w.ordinal != begin->ordinal; });
    Step step{{begin, end}};
    while (issue != issues_[warp].end() && recording_.issues[*issue].ordinal < begin->ordinal)
      ++issue;
    if (issue != issues_[warp].end() && recording_.issues[*issue].ordinal == begin->ordinal) {
      step.issue = &recording_.issues[*issue];
      step.index = *issue;
    }
    out.push_back(step);
    begin = end;
  }
  return out;
}

}  // namespace simt::trace
