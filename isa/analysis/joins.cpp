#include "isa/analysis/joins.h"

#include <algorithm>

#include "isa/analysis/cfg.h"

namespace simt {
namespace {

/// From `open` on along all paths, each up to where `stops` says so; that instruction is in `ends`.
struct Flood {
  std::vector<Pc> through, ends;  // ascending

  template <class Stops>
  Flood(const Program& program, const FunctionInfo& function, std::vector<Pc> open, Stops stops) {
    std::vector<bool> seen(function.end - function.entry);
    while (!open.empty()) {
      const Pc pc = open.back();
      open.pop_back();
      if (pc == kNoPc || seen[pc - function.entry]) continue;
      seen[pc - function.entry] = true;
      const bool end = stops(pc);
      (end ? ends : through).push_back(pc);
      if (end) continue;
      for (const Pc next : successors(program, function, pc)) open.push_back(next);
    }
    std::ranges::sort(through);
    std::ranges::sort(ends);
  }
  bool has(Pc pc) const { return std::ranges::binary_search(through, pc); }
  /// Some path goes on after an end without having come by it.
  bool passes() const {
    return std::ranges::any_of(ends, [&](Pc end) { return has(end + 1); });
  }
};

bool waits_at(const Inst& inst, Slot barrier) {
  return inst.kind == Kind::ConvergeWait && inst.dst[0] == barrier;
}

}  // namespace

bool joins_at(const Program& program, const Join& join, Pc pc) {
  return pc == join.place || (join.barrier != kNoSlot && waits_at(program.code[pc], join.barrier));
}

std::vector<Pc> until(const Program& program, const FunctionInfo& function, Pc from,
                      const Join& join) {
  return Flood(program, function, {from}, [&](Pc pc) { return joins_at(program, join, pc); })
      .through;
}

Joins::Joins(const Program& program) : program_(program) {
  if (!program.machine) return;
  for (const FunctionInfo& f : program.functions)
    if (f.entry != kNoPc && f.entry < f.end) add_barriers(f);
}

void Joins::add_barriers(const FunctionInfo& function) {
  for (Pc pc = function.entry; pc < function.end; ++pc) {
    const Inst& set = program_.code[pc];
    if (set.kind != Kind::ConvergeAt) continue;
    const Slot slot = set.dst[0];
    Flood held(program_, function, {pc + 1 < function.end ? pc + 1 : kNoPc}, [&](Pc at) {
      const Inst& inst = program_.code[at];
      return inst.kind != Kind::ConvergeLeave && inst.dst[0] == slot;
    });
    barriers_.push_back({slot, pc, std::move(held.through)});
  }
}

void Joins::at_barriers(const FunctionInfo& function, Pc branch, Join& best,
                        std::size_t& least) const {
  for (const Barrier& barrier : barriers_) {
    if (!std::ranges::binary_search(barrier.held, branch)) continue;
    const Flood apart(program_, function, successors(program_, function, branch),
                      [&](Pc pc) { return waits_at(program_.code[pc], barrier.slot); });
    if (apart.ends.empty() || apart.passes() || apart.has(barrier.set)) continue;
    if (apart.through.size() >= least) continue;
    least = apart.through.size();
    best = {apart.ends.front(), barrier.slot};
  }
}

void Joins::at_warpsync(const FunctionInfo& function, Pc branch, Join& best,
                        std::size_t& least) const {
  const Flood apart(program_, function, successors(program_, function, branch),
                    [&](Pc pc) { return program_.code[pc].kind == Kind::WarpSync; });
  if (apart.ends.size() != 1 || apart.passes() || apart.through.size() >= least) return;
  least = apart.through.size();
  best = {apart.ends.front(), kNoSlot};
}

Join Joins::of(Pc branch) const {
  if (!program_.machine) return {program_.code[branch].flow.reconverge, kNoSlot};
  Join best;
  const FunctionInfo* const function = function_of(program_, branch);
  if (function == nullptr) return best;
  std::size_t least = program_.code.size() + 1;
  at_barriers(*function, branch, best, least);
  at_warpsync(*function, branch, best, least);
  return best;
}

}  // namespace simt
