#include "sim/views/sides.h"

#include <algorithm>

#include "isa/analysis/cfg.h"
#include "sim/explain/spin_condition.h"

namespace simt {
namespace {

const FunctionInfo* function_of(const Program& program, Pc pc) {
  for (const FunctionInfo& f : program.functions)
    if (f.entry <= pc && pc < f.end) return &f;
  return nullptr;
}

/// A loop whose compiler lets lanes yield: it waits for what other threads write.
bool waits(const Program& program, const LoopRange& loop) {
  for (Pc pc = loop.head; pc <= loop.back_edge && pc < program.code.size(); ++pc)
    if (program.code[pc].yields) return true;
  return false;
}

bool leaves_kernel(Kind kind) {
  return kind == Kind::Exit || kind == Kind::Ret;
}

SplitKind kind_of(const Program& program, const FunctionInfo& function, Pc branch) {
  const Inst& inst = program.code[branch];
  const std::vector<Pc> next = successors(program, function, branch);
  if (const auto loop = innermost_loop(program, branch)) {
    if (waits(program, *loop)) return SplitKind::Waiting;
    const bool leaves = std::any_of(next.begin(), next.end(),
                                    [&](Pc pc) { return pc == kNoPc || !loop->contains(pc); });
    if (leaves) return SplitKind::Loop;
  }
  const bool skips = std::any_of(next.begin(), next.end(), [&](Pc pc) {
    return pc == inst.reconverge || pc == kNoPc ||
           (leaves_kernel(program.code[pc].kind) && program.code[pc].guard == kNoSlot);
  });
  return skips ? SplitKind::OneSide : SplitKind::TwoSides;
}

}  // namespace

Split split_at(const Program& program, Pc branch) {
  Split out;
  const FunctionInfo* const function = function_of(program, branch);
  if (function == nullptr) return out;
  out.kind = kind_of(program, *function, branch);
  // Lanes that leave a waiting loop one by one run apart from there to the end.
  const Pc join = out.kind == SplitKind::Waiting ? kNoPc : program.code[branch].reconverge;
  std::vector<bool> seen(program.code.size());
  std::vector<Pc> open = successors(program, *function, branch);
  while (!open.empty()) {
    const Pc pc = open.back();
    open.pop_back();
    if (pc == kNoPc || pc == join || pc >= seen.size() || seen[pc]) continue;
    seen[pc] = true;
    out.apart.push_back(pc);
    for (const Pc next : successors(program, *function, pc)) open.push_back(next);
  }
  std::sort(out.apart.begin(), out.apart.end());
  return out;
}

}  // namespace simt
