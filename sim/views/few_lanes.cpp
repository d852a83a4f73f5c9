#include "sim/views/few_lanes.h"

#include <algorithm>

#include "sim/views/condition_source.h"
#include "sim/views/sides.h"

namespace simt {
namespace {

constexpr double kNearlyAll = 0.9;  ///< of the warps, of the executions, of the lanes
constexpr double kFew = 0.25;       ///< of a warp

/// Instructions with no more lanes than `most`, of these.
std::vector<Pc> with_few(const Subject& s, const std::vector<Pc>& pcs, double most) {
  std::vector<Pc> out;
  for (const Pc pc : pcs)
    if (s.run.lines[pc].executed > 0 && lanes_at(s, pc) <= most) out.push_back(pc);
  return out;
}

bool in_nearly_all(const Subject& s, std::uint64_t count) {
  return static_cast<double>(count) >=
         kNearlyAll * static_cast<double>(s.run.counters[Counter::warps_launched]);
}

}  // namespace

double lanes_at(const Subject& s, Pc pc) {
  const LineCounters& l = s.run.lines[pc];
  return l.executed == 0 ? 0
                         : static_cast<double>(l.thread_executed) / static_cast<double>(l.executed);
}

std::optional<FewLanes> few_lanes(const Subject& s, Pc pc) {
  const Inst& inst = s.program.code[pc];
  const LineCounters& line = s.run.lines[pc];
  const double warp = s.arch.sm.warp_size;
  if (inst.guard_reg == kNoReg || !in_nearly_all(s, line.executed)) return std::nullopt;
  FewLanes out;
  out.before = lanes_at(s, pc);
  std::vector<Pc> after;
  if (inst.kind == Kind::Exit && pc + 1 < s.run.lines.size() &&
      static_cast<double>(s.run.lines[pc + 1].executed) >=
          kNearlyAll * static_cast<double>(line.executed)) {
    out.here = lanes_at(s, pc + 1);
    for (Pc at = pc + 1; at < s.run.lines.size(); ++at) after.push_back(at);
  } else if (inst.kind == Kind::Branch &&
             static_cast<double>(line.splits) >= kNearlyAll * static_cast<double>(line.executed)) {
    out.here = static_cast<double>(s.run.splits[pc].fewer) / static_cast<double>(line.splits);
    after = split_at(s.program, Joins(s.program), pc).apart;
  }
  if (out.here == 0 || out.here > kFew * warp || out.before < kNearlyAll * warp ||
      !ConditionSources(s.program).goes_by_place_and_values(pc))
    return std::nullopt;
  out.pcs = with_few(s, after, std::max(out.here, kFew * warp));
  return out.pcs.empty() ? std::nullopt : std::optional(out);
}

}  // namespace simt
