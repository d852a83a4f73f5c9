#include "sim/trace/attribution.h"

namespace simt::trace {

Attribution::Attribution(const Program& program, const ArchConfig& arch) : tally_(program, arch) {}

Attribution::Parts Attribution::of(const IssueRecord& issue, const Recording& recording) {
  Outcome out;
  out.clear(issue.path);
  out.executed = issue.executed;
  out.num_targets = issue.targets;
  tally_.instruction(issue.pc, out);
  for (std::uint32_t i = 0; i < issue.num_access; ++i)
    tally_.access(issue.pc, recording.accesses[issue.first_access + i], 0);
  Parts parts;
  for (std::size_t i = 0; i < kNumCounters; ++i) {
    const auto counter = static_cast<Counter>(i);
    const std::uint64_t by = tally_.counters()[counter] - before_[counter];
    if (by != 0) parts.emplace_back(counter, by);
  }
  before_ = tally_.counters();
  return parts;
}

}  // namespace simt::trace
