#include "isa/analysis/reaching.h"

#include <algorithm>

#include "isa/analysis/cfg.h"
#include "isa/core/operands.h"

namespace simt {

ReachingDefinitions::ReachingDefinitions(const Program& program)
    : program_(program), before_(program.code.size()) {
  for (const FunctionInfo& function : program.functions)
    for (Pc pc = function.entry; pc < function.end; ++pc)
      for (const Pc next : successors(program, function, pc))
        if (next < before_.size()) before_[next].push_back(pc);
}

std::vector<Pc> ReachingDefinitions::of(RegId reg, Pc reader) const {
  std::vector<Pc> found, open = before_[reader];
  std::vector<bool> seen(program_.code.size());
  while (!open.empty()) {
    const Pc pc = open.back();
    open.pop_back();
    if (seen[pc]) continue;
    seen[pc] = true;
    const Inst& inst = program_.code[pc];
    if (writes(inst, reg)) {
      found.push_back(pc);
      if (inst.guard_reg == kNoReg) continue;
    }
    open.insert(open.end(), before_[pc].begin(), before_[pc].end());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace simt
