#include "sim/launch/grid_result.h"

#include <numeric>

namespace simt {
namespace {

// What follows from the cycles that warps spent in each state.
void add_warp_cycles(Counters& c) {
  c[Counter::warps_active] = std::accumulate(c.stall.begin(), c.stall.end(), std::uint64_t{0});
  c[Counter::warps_eligible] = c[Stall::selected] + c[Stall::not_selected];
  c[Counter::issue_active] = c[Stall::selected];
}

void add_sm(RunResult& result, const Tally& tally, SmResult& of_sm) {
  of_sm.counters = tally.totals();
  add_warp_cycles(of_sm.counters);
  of_sm.lines.assign(tally.lines().begin(), tally.lines().end());
  of_sm.issued = tally.issued();
  result.counters += of_sm.counters;
  for (std::size_t i = 0; i < result.lines.size(); ++i) {
    result.lines[i] += tally.lines()[i];
    result.splits[i] += tally.splits()[i];
  }
  tally.worst().add_to(result.worst);
  tally.patterns().add_to(result.patterns);
}

}  // namespace

void add_grid(RunResult& result, const Grid& grid, const ArchConfig& arch) {
  const std::size_t instructions = grid.kernel().program.code.size();
  result.lines.resize(instructions);
  result.worst.resize(instructions);
  result.patterns.resize(instructions);
  result.splits.resize(instructions);
  for (const MachineInsts& insts : grid.kernel().table.insts)
    result.pipe_insts.push_back(by_pipe(insts, arch));
  result.sm_clock_mhz = arch.sm.clock_mhz;
  result.sms.resize(arch.sm.count);  // those that no CTA came to did nothing
  for (unsigned sm = 0; sm < arch.sm.count; ++sm)
    if (const auto& there = grid.on_sms()[sm]) {
      add_sm(result, there->tally, result.sms[sm]);
      result.wrong_masks.take(there->wrong_masks);
    }
}

}  // namespace simt
