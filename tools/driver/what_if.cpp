#include "tools/driver/what_if.h"

#include <cmath>

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

/// Other blocks do the same work where their threads execute as many instructions, but for rounds
/// of loops that depend on what others do.
bool does_the_same(const RunResult& before, const RunResult& after) {
  constexpr double kAlike = 0.02;
  const auto threads = [](const RunResult& run) {
    return static_cast<double>(run.counters[Counter::thread_inst_executed]);
  };
  return std::abs(threads(after) - threads(before)) <= kAlike * threads(before);
}

/// `all`: warp instructions of the runs so far.
void try_smaller_blocks(const Subject& s, const Session& session, const RunOptions& options,
                        WhatIfMode mode, std::uint64_t all, WhatIfs& out) {
  for (const unsigned threads : smaller_blocks(s)) {
    all += s.run.counters[Counter::inst_executed];
    if (mode == WhatIfMode::Short && all > kShortRuns) return;
    const Dim3 &grid = s.run.launch.grid, &block = s.run.launch.block;
    RunResult run;
    try {
      run = session.again(quiet(options), {grid.x * (block.x / threads), 1, 1}, {threads, 1, 1});
    } catch (const SpecError&) {
      return;
    }
    if (run.status != RunStatus::Finished || !does_the_same(s.run, run)) continue;
    const double gain = 100 * (1 - static_cast<double>(run.cycles_elapsed) /
                                       static_cast<double>(s.run.cycles_elapsed));
    if (!out.blocks || gain > out.blocks->gain) out.blocks = SmallerBlocks{threads, gain};
  }
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
  try_smaller_blocks(s, session, options, mode, all, out);
  return out;
}

}  // namespace simt
