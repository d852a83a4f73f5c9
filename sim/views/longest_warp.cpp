#include "sim/views/longest_warp.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "isa/analysis/cfg.h"
#include "sim/views/advice_rules.h"

namespace simt {

std::vector<Pc> routine_of(const Subject& s, Pc call) {
  const Inst& inst = s.program.code[call];
  const FunctionInfo* function = function_of(s.program, call);
  if (inst.target == kNoPc || function == nullptr || inst.op.transfer != Transfer::Call) return {};
  std::vector<bool> seen(s.program.code.size());
  std::vector<Pc> open{inst.target}, out;
  while (!open.empty()) {
    const Pc pc = open.back();
    open.pop_back();
    if (pc == kNoPc || seen[pc] || s.run.lines[pc].executed == 0) continue;
    seen[pc] = true;
    out.push_back(pc);
    if (s.program.code[pc].op.transfer == Transfer::Return) continue;
    for (const Pc next : successors(s.program, *function, pc)) open.push_back(next);
  }
  std::ranges::sort(out);
  return out;
}

LongestWarp::LongestWarp(const Subject& s) : weight_(s.run.lines.size(), 1) {
  const auto blocks = static_cast<double>(s.run.counters[Counter::ctas_launched]);
  const auto warps = static_cast<double>(s.run.counters[Counter::warps_launched]);
  if (blocks > 0 && s.run.launch.waves_per_sm <= 1) {
    for (Pc pc = 0; pc < weight_.size(); ++pc)
      if (static_cast<double>(s.run.lines[pc].executed) <= blocks) weight_[pc] = warps / blocks;
    weigh_routines(s);
  }
  for (Pc pc = 0; pc < weight_.size(); ++pc) {
    const StallCycles& stall = s.run.lines[pc].stall;
    const std::uint64_t all = std::accumulate(stall.begin(), stall.end(), std::uint64_t{0});
    all_ +=
        weight_[pc] * static_cast<double>(all - stall[static_cast<std::size_t>(Stall::barrier)]);
  }
}

/// A routine weighs as much as those of its calls that were executed, on average.
void LongestWarp::weigh_routines(const Subject& s) {
  std::map<Pc, std::pair<double, double>> calls;  // by routine: executions, and with their weights
  std::map<Pc, std::vector<Pc>> routines;
  for (Pc pc = 0; pc < weight_.size(); ++pc) {
    const auto executed = static_cast<double>(s.run.lines[pc].executed);
    if (executed == 0 || s.program.code[pc].op.transfer != Transfer::Call) continue;
    const Pc entry = s.program.code[pc].target;
    calls[entry].first += executed;
    calls[entry].second += executed * weight_[pc];
    routines.try_emplace(entry, routine_of(s, pc));
  }
  for (const auto& [entry, pcs] : routines)
    for (const Pc pc : pcs) weight_[pc] = calls[entry].second / calls[entry].first;
}

}  // namespace simt
