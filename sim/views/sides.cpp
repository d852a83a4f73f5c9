#include "sim/views/sides.h"

#include <algorithm>
#include <iterator>

#include "isa/analysis/cfg.h"
#include "isa/analysis/joins.h"
#include "sim/explain/spin_condition.h"

namespace simt {
namespace {

/// A loop whose compiler lets lanes yield: it waits for what other threads write.
bool waits(const Program& program, const LoopRange& loop) {
  for (Pc pc = loop.head; pc <= loop.back_edge && pc < program.code.size(); ++pc)
    if (program.code[pc].flow.yields) return true;
  return false;
}

bool leaves_kernel(Kind kind) {
  return kind == Kind::Exit || kind == Kind::Ret;
}

/// Where lanes are after the jumps at `pc` that all of them take: compilers let one side of an `if`
/// without else do nothing else.
Pc past_jumps(const Program& program, Pc pc) {
  for (std::size_t jumps = 0; pc < program.code.size() && jumps < program.code.size(); ++jumps) {
    const Inst& inst = program.code[pc];
    if (inst.kind != Kind::Branch || inst.guard != kNoSlot) break;
    pc = inst.target;
  }
  return pc;
}

bool leaves_at(const Program& program, Pc pc) {
  while (pc != kNoPc && pc + 1 < program.code.size() && program.code[pc].kind == Kind::ConvergeWait)
    ++pc;
  if (pc == kNoPc) return true;
  const Inst& inst = program.code[pc];
  return leaves_kernel(inst.kind) && inst.guard == kNoSlot;
}

SplitKind kind_of(const Program& program, const FunctionInfo& function, Pc branch,
                  const Join& join) {
  const std::vector<Pc> next = successors(program, function, branch);
  if (const auto loop = innermost_loop(program, branch)) {
    if (waits(program, *loop)) return SplitKind::Waiting;
    const bool leaves = std::any_of(next.begin(), next.end(),
                                    [&](Pc pc) { return pc == kNoPc || !loop->contains(pc); });
    if (leaves) return SplitKind::Loop;
  }
  const bool skips = std::any_of(next.begin(), next.end(), [&](Pc pc) {
    const Pc at = past_jumps(program, pc);
    return joins_at(program, join, at) || leaves_at(program, at);
  });
  return skips ? SplitKind::OneSide : SplitKind::TwoSides;
}

}  // namespace

Split split_at(const Program& program, const Joins& joins, Pc branch) {
  Split out;
  const FunctionInfo* const function = function_of(program, branch);
  if (function == nullptr) return out;
  Join join = joins.of(branch);
  out.kind = kind_of(program, *function, branch, join);
  // Lanes that leave a waiting loop one by one run apart from there to the end.
  if (out.kind == SplitKind::Waiting) join = {};
  out.join = join.place;
  for (const Pc next : successors(program, *function, branch)) {
    Side side{next != branch + 1, until(program, *function, next, join)};
    std::vector<Pc> both;
    std::set_union(out.apart.begin(), out.apart.end(), side.pcs.begin(), side.pcs.end(),
                   std::back_inserter(both));
    out.apart = std::move(both);
    out.sides.push_back(std::move(side));
  }
  if (program.machine && join.place != kNoPc)
    out.apart.insert(std::ranges::lower_bound(out.apart, join.place), join.place);
  return out;
}

bool has_side_that_exits(const Program& program, const Split& split) {
  return std::any_of(split.sides.begin(), split.sides.end(), [&](const Side& side) {
    return side.pcs.empty() ? leaves_at(program, split.join)
                            : side.pcs.size() == 1 && leaves_at(program, side.pcs.front());
  });
}

}  // namespace simt
