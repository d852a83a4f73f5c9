#include "isa/analysis/swap_reads.h"

#include "isa/core/operands.h"

namespace simt {
namespace {

/// Where the loop of the instruction at `pc` begins: the target of the next branch back over it.
Pc begin_of_loop(const Program& program, Pc pc) {
  for (Pc at = pc + 1; at < program.code.size(); ++at) {
    const Inst& inst = program.code[at];
    if (inst.kind == Kind::Branch && inst.target <= pc) return inst.target;
    if (inst.kind == Kind::Exit && inst.guard == kNoSlot) break;
  }
  return pc;
}

bool loads_word_of(const Inst& swap, const Inst& inst) {
  return inst.kind == Kind::Load && inst.memory.space == StateSpace::Shared &&
         inst.imm == swap.imm && inst.src[0] == swap.src[0];
}

}  // namespace

bool is_swap_of_an_atomic(const Inst& inst) {
  return inst.op.tells_swap && inst.memory.space == StateSpace::Shared;
}

std::unordered_set<Pc> reads_of_swaps(const Program& program) {
  std::unordered_set<Pc> reads;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (!is_swap_of_an_atomic(program.code[pc])) continue;
    for (Pc at = begin_of_loop(program, pc); at < pc; ++at)
      if (loads_word_of(program.code[pc], program.code[at])) reads.insert(at);
  }
  return reads;
}

}  // namespace simt
