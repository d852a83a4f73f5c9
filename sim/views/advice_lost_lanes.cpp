// Lanes that a loop within a loop has parted and that do not come together after it: they go
// through the rest of the outer loop, and through its next rounds, a few at a time.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "isa/core/place.h"
#include "sim/explain/spin_condition.h"
#include "sim/views/advice_rules.h"
#include "sim/views/few_lanes.h"
#include "sim/views/sides.h"

namespace simt {
namespace {

constexpr double kAsMany = 0.95;    ///< of the lanes of a round: nearly all of them come by
constexpr double kTogether = 0.75;  ///< of the lanes that began it together

/// Loops whose branch back was executed.
std::vector<LoopRange> loops_of(const Subject& s) {
  std::vector<LoopRange> out;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    if (inst.kind == Kind::Branch && inst.target <= pc && s.run.lines[pc].executed > 0)
      out.push_back({inst.target, pc});
  }
  return out;
}

/// The branch of the loop at which most of its lanes parted; kNoPc: none of its own.
Pc parts_at(const Subject& s, const Joins& joins, const LoopRange& loop) {
  Pc out = kNoPc;
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc) {
    const std::uint64_t splits = s.run.lines[pc].splits;
    if (splits == 0 || (out != kNoPc && splits <= s.run.lines[out].splits)) continue;
    if (split_at(s.program, joins, pc).kind == SplitKind::Loop) out = pc;
  }
  return out;
}

struct LostLanes {
  LoopRange outer;
  Pc parts = kNoPc;             ///< the branch of the inner loop
  double began = 0, go_on = 0;  ///< lanes at the head of the outer loop, and after the inner one
  double excess = 0;            ///< of the executions in the outer loop, if all lanes stayed
};

std::optional<LostLanes> lost(const Subject& s, const Joins& joins, const LoopRange& outer,
                              const LoopRange& inner) {
  const auto threads = static_cast<double>(s.run.lines[outer.head].thread_executed);
  LostLanes out{outer, parts_at(s, joins, inner), lanes_at(s, outer.head)};
  if (out.parts == kNoPc) return std::nullopt;
  for (Pc pc = inner.back_edge + 1; pc <= outer.back_edge; ++pc)
    if (static_cast<double>(s.run.lines[pc].thread_executed) >= kAsMany * threads)
      out.go_on = std::max(out.go_on, lanes_at(s, pc));
  if (out.go_on == 0 || out.go_on >= kTogether * out.began) return std::nullopt;
  const double entered = outer.head > 0 ? lanes_at(s, outer.head - 1) : 0;
  out.excess = 1 - out.began / std::max<double>(out.began, entered);
  return out;
}

std::vector<LostLanes> all_lost(const Subject& s) {
  const std::vector<LoopRange> loops = loops_of(s);
  const Joins joins(s.program);
  std::vector<LostLanes> out;
  for (const LoopRange& outer : loops)
    for (const LoopRange& inner : loops) {
      if (inner.head <= outer.head || inner.back_edge >= outer.back_edge) continue;
      const auto found = lost(s, joins, outer, inner);
      if (found &&
          std::ranges::none_of(out, [&](const LostLanes& l) { return l.outer.head == outer.head; }))
        out.push_back(*found);
    }
  return out;
}

}  // namespace

void advise_lost_lanes(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  for (const LostLanes& its : all_lost(s)) {
    Advice a;
    a.title = fmt::format("after this loop lanes go on one by one: {:.1f} of {} on average",
                          its.go_on, s.arch.sm.warp_size);
    a.line = s.program.code[its.parts].loc.line;
    a.text = fmt::format(
        "They leave it at different times and do not come together before the next round of the "
        "loop around it, which {:.1f} of {} lanes begin together. __syncwarp() after this loop "
        "brings them together, where all lanes of a warp come to it: let them go round the outer "
        "loop equally often, with its limit as a condition within the round "
        "(__syncwarp(__activemask()) waits only for lanes that are there already).",
        its.began, s.arch.sm.warp_size);
    a.kind = GainKind::AtMost;
    double taken = 0;
    for (Pc pc = its.outer.head; pc <= its.outer.back_edge; ++pc)
      taken += cycles.take(pc, its.excess);
    a.share = a.gain = cycles.percent(taken);
    out.push_back(std::move(a));
  }
}

}  // namespace simt
