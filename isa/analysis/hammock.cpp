#include "isa/analysis/hammock.h"

#include "isa/core/operands.h"

namespace simt {
namespace {

bool can_be_predicated(const Inst& inst, RegId condition) {
  switch (inst.kind) {
    case Kind::Alu:
    case Kind::Load:
    case Kind::TexelQuery:
    case Kind::Store:
    case Kind::Atomic:
    case Kind::Reduction:
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
bool is_side(const Program& program, const std::vector<std::uint32_t>& jumps, Pc begin, Pc end,
             RegId condition) {
  if (end - begin > kLongestSide) return false;
  for (Pc pc = begin; pc < end; ++pc)
    if (jumps[pc] != 0 || !can_be_predicated(program.code[pc], condition)) return false;
  return true;
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

bool has_barrier(const Program& program, Pc begin, Pc end) {
  for (Pc pc = begin; pc < end; ++pc)
    if (program.code[pc].kind == Kind::BarSync) return true;
  return false;
}

bool is_plain_jump(const Inst& inst) {
  return inst.kind == Kind::Branch && inst.guard == kNoSlot;
}

}  // namespace

std::vector<std::uint32_t> count_jumps(const Program& program) {
  std::vector<std::uint32_t> jumps(program.code.size() + 1);
  for (const Inst& inst : program.code)
    if ((inst.kind == Kind::Branch || inst.kind == Kind::Call) && inst.target != kNoPc)
      ++jumps[inst.target];
  for (const auto& table : program.branch_tables)
    for (const Pc to : table) ++jumps[to];
  for (const FunctionInfo& function : program.functions)
    if (function.entry != kNoPc) ++jumps[function.entry];
  return jumps;
}

namespace {
std::optional<Hammock> find_shape(const Program& program, const std::vector<std::uint32_t>& jumps,
                                  const FunctionInfo& function, Pc pc) {
  const Inst& branch = program.code[pc];
  if (branch.kind != Kind::Branch || branch.guard == kNoSlot) return std::nullopt;
  const Pc taken = branch.target, next = pc + 1;
  if (taken >= function.end) return std::nullopt;
  if (taken == pc + 2 && jumps[next] == 0 && is_plain_jump(program.code[next]) &&
      program.code[next].target != pc)
    return Hammock{Hammock::Shape::OverJump, 0, 0, 0, 0, taken};
  if (taken > pc && is_side(program, jumps, next, taken, branch.guard_reg))
    return Hammock{Hammock::Shape::Sides, next, taken, taken, taken, taken};
  const bool has_else = taken > next && is_plain_jump(program.code[taken - 1]) &&
                        jumps[taken - 1] == 0 && jumps[taken] == 1;
  if (has_else) {
    const Pc join = program.code[taken - 1].target;
    if (join > taken && join < function.end &&
        is_side(program, jumps, next, taken - 1, branch.guard_reg) &&
        join - taken <= kLongestSide && can_be_predicated(program.code[taken], branch.guard_reg) &&
        is_side(program, jumps, taken + 1, join, branch.guard_reg))
      return Hammock{Hammock::Shape::Sides, next, taken - 1, taken, join, join};
  }
  const Inst& target = program.code[taken];
  if (target.guard == kNoSlot && (target.kind == Kind::Exit || target.kind == Kind::Ret))
    return Hammock{Hammock::Shape::Leave, 0, 0, 0, 0, next};
  return std::nullopt;
}

}  // namespace

std::optional<Hammock> find_hammock(const Program& program, const std::vector<std::uint32_t>& jumps,
                                    const FunctionInfo& function, Pc pc) {
  const auto found = find_shape(program, jumps, function, pc);
  if (!found || !has_barrier(program, found->then_begin, found->else_end)) return found;
  if (may_be_apart(program, function, pc, found->end)) return std::nullopt;
  return found;
}

}  // namespace simt
