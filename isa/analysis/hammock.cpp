#include "isa/analysis/hammock.h"

#include <algorithm>

#include "isa/analysis/slow_path.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

// Of a side, free copies included: no longer ones were measured.
constexpr Pc kLongestSide = 2 * kMostPredicated;

// What a side may have.
struct Limits {
  unsigned each, both;  // of one side; of both with the jump between them
  bool copies_count;
};
constexpr Limits kWithLoads{kMostPredicated, kMostPredicated, true};
constexpr Limits kUniform{6, 2 * 6 + 1, false};
constexpr Limits kDivergent{8, 2 * 8 + 1, false};
constexpr Limits kWithBarrier{7, 2 * 7 + 1, false};  // tests/hardware/exits: 800 random kernels

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
  return !has_slow_path(inst) && !writes(inst, condition);
}

bool is_free_copy(const Inst& inst) {
  return inst.op.is(Operation::Move) && inst.kind == Kind::Alu && inst.guard == kNoSlot &&
         !inst.reads.empty();
}

// Lanes that do not execute it could fault.
bool is_guarded_load(const Inst& inst) {
  const StateSpace space = inst.memory.space;
  return inst.kind == Kind::AsyncCopy ||
         (inst.kind == Kind::Load && space != StateSpace::Param && space != StateSpace::Const &&
          space != StateSpace::Shared);
}

// Straight code in machine instructions.
struct Side {
  unsigned copies = 0, others = 0;
  bool loads = false, has_barrier = false;
};

// [begin, end) with nothing but predicable instructions that only fall into each other; `entered`:
// somebody jumps to the first.
std::optional<Side> find_side(const Program& program, const std::vector<std::uint32_t>& jumps,
                              Pc begin, Pc end, RegId condition, bool entered = false) {
  Side side;
  if (end - begin > kLongestSide) return std::nullopt;
  for (Pc pc = begin; pc < end && side.others <= kMostPredicated; ++pc) {
    const Inst& inst = program.code[pc];
    if ((jumps[pc] != 0 && !(entered && pc == begin)) || !can_be_predicated(inst, condition))
      return std::nullopt;
    (is_free_copy(inst) ? side.copies : side.others) += inst.expansion.insts;
    side.loads = side.loads || is_guarded_load(inst);
    side.has_barrier = side.has_barrier || inst.kind == Kind::BarSync;
  }
  return side;
}

bool is_short(const Side& then_side, const Side& else_side, unsigned jump, bool uniform) {
  const Limits limits = then_side.has_barrier || else_side.has_barrier ? kWithBarrier
                        : then_side.loads || else_side.loads           ? kWithLoads
                        : uniform                                      ? kUniform
                                                                       : kDivergent;
  const auto length = [&](const Side& side) {
    return side.others + (limits.copies_count ? side.copies : 0);
  };
  return std::max(length(then_side), length(else_side)) <= limits.each &&
         length(then_side) + jump + length(else_side) <= limits.both;
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

// Both sides of the branch at `pc`, where they are short.
std::optional<Hammock> find_sides(const Program& program, const std::vector<std::uint32_t>& jumps,
                                  const FunctionInfo& function, Pc pc) {
  const Inst& branch = program.code[pc];
  const Pc taken = branch.target, next = pc + 1;
  if (taken <= next) return std::nullopt;
  if (const auto side = find_side(program, jumps, next, taken, branch.guard_reg))
    return is_short(*side, {}, 0, branch.op.uniform)
               ? std::optional(Hammock{Hammock::Shape::Sides, next, taken, taken, taken, taken})
               : std::nullopt;
  if (!is_plain_jump(program.code[taken - 1]) || jumps[taken - 1] != 0 || jumps[taken] != 1)
    return std::nullopt;
  const Pc join = program.code[taken - 1].target;
  if (join <= taken || join >= function.end) return std::nullopt;
  const auto then_side = find_side(program, jumps, next, taken - 1, branch.guard_reg);
  if (!then_side) return std::nullopt;
  const auto else_side = find_side(program, jumps, taken, join, branch.guard_reg, true);
  if (!else_side || !is_short(*then_side, *else_side, 1, branch.op.uniform)) return std::nullopt;
  return Hammock{Hammock::Shape::Sides, next, taken - 1, taken, join, join};
}

std::optional<Hammock> find_shape(const Program& program, const std::vector<std::uint32_t>& jumps,
                                  const FunctionInfo& function, Pc pc) {
  const Inst& branch = program.code[pc];
  if (branch.kind != Kind::Branch || branch.guard == kNoSlot) return std::nullopt;
  const Pc taken = branch.target, next = pc + 1;
  if (taken >= function.end) return std::nullopt;
  if (taken == pc + 2 && jumps[next] == 0 && is_plain_jump(program.code[next]) &&
      program.code[next].target != pc)
    return Hammock{Hammock::Shape::OverJump, 0, 0, 0, 0, taken};
  if (const auto sides = find_sides(program, jumps, function, pc)) return sides;
  const Inst& target = program.code[taken];
  if (target.guard == kNoSlot && (target.kind == Kind::Exit || target.kind == Kind::Ret))
    return Hammock{Hammock::Shape::Leave, 0, 0, 0, 0, next};
  return std::nullopt;
}

bool has_barrier(const Program& program, Pc begin, Pc end) {
  for (Pc pc = begin; pc < end; ++pc)
    if (program.code[pc].kind == Kind::BarSync) return true;
  return false;
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
