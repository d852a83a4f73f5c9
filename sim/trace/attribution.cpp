#include "sim/trace/attribution.h"

namespace simt::trace {

Attribution::Parts Attribution::of(const IssueRecord& issue, const Recording& recording) {
  one_.code[0] = program_.code[issue.pc];
  Tally tally(one_, arch_);
  Outcome out;
  out.clear(issue.path);
  out.executed = issue.executed;
  out.num_targets = issue.targets;
  tally.instruction(0, out);
  for (std::uint32_t i = 0; i < issue.num_access; ++i) {
    const AccessRecord& record = recording.accesses[issue.first_access + i];
    tally.count(0, record.access, record.figures);
  }
  const Counters totals = tally.totals();
  Parts parts;
  for (std::size_t i = 0; i < kNumCounters; ++i)
    if (totals.value[i] != 0) parts.emplace_back(static_cast<Counter>(i), totals.value[i]);
  return parts;
}

}  // namespace simt::trace
