#include "tools/driver/what_if.h"

namespace simt {
namespace {

// The same run, in silence.
RunOptions quiet(const RunOptions& options) {
  RunOptions out;
  out.max_cycles = options.max_cycles;
  out.max_instructions = options.max_instructions;
  out.threads = options.threads;
  return out;
}

}  // namespace

WhatIfs what_if_runs(const Subject& s, Session& session, const RunOptions& options,
                     WhatIfMode mode) {
  WhatIfs out;
  if (mode == WhatIfMode::Off || !s.run.timing || s.run.status != RunStatus::Finished) return out;
  const std::uint64_t each = s.run.counters[Counter::inst_executed];
  std::uint64_t all = 0;
  RunOptions packed = quiet(options);
  for (std::vector<Pc>& packs : what_if_candidates(s)) {
    all += each;
    if (mode == WhatIfMode::Short && all > kShortRuns) {
      out.too_long = true;
      break;
    }
    packed.packings = packings_of(s, packs, session.memory());
    RunResult result;
    try {
      result = session.again(packed);
    } catch (const SpecError&) {
      break;  // no memory for the buffers a second time
    }
    // In time, a loop that waits for another warp may go on for ever.
    if (result.status != RunStatus::Finished) continue;
    const double before = static_cast<double>(s.run.cycles_elapsed);
    const double after = static_cast<double>(result.cycles_elapsed);
    out.runs.push_back({std::move(packs), 100 * (1 - after / before)});
  }
  return out;
}

}  // namespace simt
