#include "isa/analysis/hammock.h"

#include <algorithm>

#include "isa/core/operands.h"

namespace simt {
namespace {

// Copies of registers that a side in a loop may have beside what counts: nothing is searched
// further.
constexpr unsigned kFreeCopies = 20;

bool can_be_predicated(const Inst& inst, RegId condition) {
  switch (inst.kind) {
    case Kind::Alu:
    case Kind::Load:
    case Kind::TexelQuery:
    case Kind::Store:
    case Kind::AsyncCopy:
    case Kind::ReadSpecial:
    case Kind::BarSync:
    case Kind::Nop:
      break;
    default:
      return false;
  }
  return !writes(inst, condition);
}

// A side: [begin, end) with nothing but predicable instructions that only fall into each other.
bool is_side(const Program& program, const Jumps& jumps, Pc begin, Pc end, RegId condition) {
  if (end - begin > kMostPredicated + kFreeCopies) return false;
  for (Pc pc = begin; pc < end; ++pc)
    if (jumps.to[pc] != 0 || !can_be_predicated(program.code[pc], condition)) return false;
  return true;
}

bool is_free_copy(const Inst& inst) {
  return inst.op.is(Operation::Move) && inst.kind == Kind::Alu && inst.guard == kNoSlot &&
         !inst.reads.empty();
}

// Instructions of [begin, end) as the assembler counts them.
unsigned length(const Program& program, Pc begin, Pc end, bool in_loop) {
  unsigned count = 0;
  for (Pc pc = begin; pc < end; ++pc) count += in_loop && is_free_copy(program.code[pc]) ? 0 : 1;
  return count;
}

bool has_barrier(const Program& program, Pc begin, Pc end) {
  for (Pc pc = begin; pc < end; ++pc)
    if (program.code[pc].kind == Kind::BarSync) return true;
  return false;
}

// `jump`: 1 where one stands between the sides.
bool is_short(const Program& program, const Hammock& h, unsigned jump, bool in_loop) {
  const unsigned then_side = length(program, h.then_begin, h.then_end, in_loop);
  const unsigned else_side = length(program, h.else_begin, h.else_end, in_loop);
  if (has_barrier(program, h.then_begin, h.else_end))
    return std::max(then_side, else_side) <= kLongestWithBarrier;
  return in_loop ? std::max(then_side, else_side) <= kLongestSideInLoop
                 : then_side + jump + else_side <= kMostPredicated;
}

// May lanes of a warp be apart at [begin, end)? It lies in a loop, or some jump over it.
bool may_be_apart(const Program& program, const FunctionInfo& function, Pc begin, Pc end) {
  const auto jumps_over = [&](Pc pc) {
    const Inst& inst = program.code[pc];
    if (inst.kind != Kind::Branch || inst.target == kNoPc) return false;
    return (pc >= end && inst.target <= begin) ||
           (pc < begin && inst.target > end && inst.guard != kNoSlot);
  };
  for (Pc pc = function.entry; pc < function.end; ++pc)
    if ((pc < begin || pc >= end) && jumps_over(pc)) return true;
  return false;
}

bool is_plain_jump(const Inst& inst) {
  return inst.kind == Kind::Branch && inst.guard == kNoSlot;
}

}  // namespace

Jumps::Jumps(const Program& program)
    : to(program.code.size() + 1), in_loop(program.code.size() + 1) {
  std::vector<int> begins(program.code.size() + 1);  // loops that begin here less those that end
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Inst& inst = program.code[pc];
    if ((inst.kind != Kind::Branch && inst.kind != Kind::Call) || inst.target == kNoPc) continue;
    ++to[inst.target];
    if (inst.kind != Kind::Branch || inst.target > pc) continue;
    ++begins[inst.target];
    --begins[pc + 1];
  }
  for (const auto& table : program.branch_tables)
    for (const Pc pc : table) ++to[pc];
  for (const FunctionInfo& function : program.functions)
    if (function.entry != kNoPc) ++to[function.entry];
  int depth = 0;
  for (Pc pc = 0; pc < in_loop.size(); ++pc) in_loop[pc] = (depth += begins[pc]) > 0;
}

namespace {
std::optional<Hammock> find_shape(const Program& program, const Jumps& jumps,
                                  const FunctionInfo& function, Pc pc) {
  const Inst& branch = program.code[pc];
  if (branch.kind != Kind::Branch || branch.guard == kNoSlot) return std::nullopt;
  const Pc taken = branch.target, next = pc + 1;
  if (taken >= function.end) return std::nullopt;
  if (taken == pc + 2 && jumps.to[next] == 0 && is_plain_jump(program.code[next]) &&
      program.code[next].target != pc)
    return Hammock{Hammock::Shape::OverJump, 0, 0, 0, 0, taken};
  const auto short_enough = [&](const Hammock& h, unsigned jump) {
    return is_short(program, h, jump, jumps.in_loop[pc]);
  };
  if (taken > pc && is_side(program, jumps, next, taken, branch.guard_reg)) {
    const Hammock found{Hammock::Shape::Sides, next, taken, taken, taken, taken};
    if (short_enough(found, 0)) return found;
  }
  const bool has_else = taken > next && is_plain_jump(program.code[taken - 1]) &&
                        jumps.to[taken - 1] == 0 && jumps.to[taken] == 1;
  if (has_else) {
    const Pc join = program.code[taken - 1].target;
    const Hammock found{Hammock::Shape::Sides, next, taken - 1, taken, join, join};
    if (join > taken && join < function.end &&
        is_side(program, jumps, next, taken - 1, branch.guard_reg) &&
        can_be_predicated(program.code[taken], branch.guard_reg) &&
        is_side(program, jumps, taken + 1, join, branch.guard_reg) && short_enough(found, 1))
      return found;
  }
  const Inst& target = program.code[taken];
  if (target.guard == kNoSlot && (target.kind == Kind::Exit || target.kind == Kind::Ret))
    return Hammock{Hammock::Shape::Leave, 0, 0, 0, 0, next};
  return std::nullopt;
}

}  // namespace

std::optional<Hammock> find_hammock(const Program& program, const Jumps& jumps,
                                    const FunctionInfo& function, Pc pc) {
  const auto found = find_shape(program, jumps, function, pc);
  if (!found || !has_barrier(program, found->then_begin, found->else_end)) return found;
  if (may_be_apart(program, function, pc, found->end)) return std::nullopt;
  return found;
}

}  // namespace simt
