#include "sim/views/border_check.h"

#include <algorithm>

#include "isa/core/operands.h"

namespace simt {
namespace {

constexpr unsigned kDeepest = 24;  ///< instructions from an index to the branch

bool is_order(Relation relation) {
  using enum Relation;
  return relation == Less || relation == LessEqual || relation == Greater ||
         relation == GreaterEqual;
}

bool sets_register(const Inst& inst, RegId reg) {
  const auto written = registers_written(inst);
  return std::ranges::find(written, reg) != written.end();
}

}  // namespace

BorderChecks::BorderChecks(const Program& program)
    : program_(program), targets_(program.code.size() + 1), only_(program.registers.size(), kNoPc) {
  std::vector<unsigned> definitions(program.registers.size());
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Inst& inst = program.code[pc];
    if (inst.target < targets_.size()) targets_[inst.target] = true;
    for (const RegId r : registers_written(inst))
      if (r < only_.size()) only_[r] = definitions[r]++ == 0 ? pc : kNoPc;
  }
}

bool BorderChecks::decide(Pc branch) const {
  const Inst& inst = program_.code[branch];
  return inst.kind == Kind::Branch && inst.guard_reg != kNoReg &&
         is_border(inst.guard_reg, branch, 0);
}

// Backward to where other ways come in; what is defined once is that on every way.
Pc BorderChecks::definition(RegId reg, Pc reader) const {
  Pc found = only_[reg];
  for (Pc pc = reader; found == kNoPc && pc > 0 && !targets_[pc]; --pc)
    if (sets_register(program_.code[pc - 1], reg)) found = pc - 1;
  return found != kNoPc && program_.code[found].guard_reg == kNoReg ? found : kNoPc;
}

RegId BorderChecks::register_at(const Inst& inst, Slot slot) const {
  for (const RegId r : registers_read(inst))
    if (program_.registers[r].slot == slot) return r;
  return kNoReg;
}

// Of several predicates that are combined each has to be such a comparison.
bool BorderChecks::is_border(RegId predicate, Pc reader, unsigned depth) const {
  const Pc pc = definition(predicate, reader);
  if (pc == kNoPc || depth > kDeepest) return false;
  const Inst& inst = program_.code[pc];
  if (inst.op.is(Operation::Compare)) return compares(pc, depth);
  const bool combines =
      inst.op.is(Operation::And) || inst.op.is(Operation::Or) || inst.op.is(Operation::Move);
  const auto read = registers_read(inst);
  return combines && !read.empty() &&
         std::ranges::all_of(read, [&](RegId r) { return is_border(r, pc, depth + 1); });
}

bool BorderChecks::compares(Pc pc, unsigned depth) const {
  const Inst& inst = program_.code[pc];
  if (!is_order(inst.op.relation) || is_float(inst.op.type) || inst.src.size() < 2) return false;
  if (inst.op.combine != Combine::None) {
    const RegId other = inst.src.size() > 2 ? register_at(inst, inst.src[2]) : kNoReg;
    if (other == kNoReg || !is_border(other, pc, depth + 1)) return false;
  }
  const Place a = place_of(pc, 0, depth + 1), b = place_of(pc, 1, depth + 1);
  return (a.in_grid() && b.is_limit()) || (a.is_limit() && b.in_grid());
}

BorderChecks::Place BorderChecks::sum(const Place& a, const Place& b) {
  return {a.threads || b.threads, a.blocks || b.blocks, a.known && b.known};
}

BorderChecks::Place BorderChecks::product(const Place& a, const Place& b) {
  Place out = sum(a, b);
  if ((a.threads || a.blocks) && (b.threads || b.blocks)) out.known = false;
  return out;
}

BorderChecks::Place BorderChecks::place_of(SpecialReg reg) {
  switch (reg) {
    case SpecialReg::tid_x:
    case SpecialReg::tid_y:
    case SpecialReg::tid_z:
      return {true, false, true};
    case SpecialReg::ctaid_x:
    case SpecialReg::ctaid_y:
    case SpecialReg::ctaid_z:
      return {false, true, true};
    case SpecialReg::ntid_x:
    case SpecialReg::ntid_y:
    case SpecialReg::ntid_z:
    case SpecialReg::nctaid_x:
    case SpecialReg::nctaid_y:
    case SpecialReg::nctaid_z:
      return {};
    default:
      return {false, false, false};
  }
}

BorderChecks::Place BorderChecks::place_of(Pc pc, std::size_t source, unsigned depth) const {
  constexpr Place kUnknown{false, false, false};
  const Inst& inst = program_.code[pc];
  if (depth > kDeepest || source >= inst.src.size()) return kUnknown;
  const Slot slot = inst.src[source];
  for (const SpecialSlot& s : program_.specials)
    if (s.slot == slot) return place_of(s.reg);
  if (const RegId reg = register_at(inst, slot); reg != kNoReg) {
    const Pc from = definition(reg, pc);
    return from == kNoPc ? kUnknown : result_of(from, depth + 1);
  }
  return Place{};  // a constant, also of the bank that holds parameters
}

BorderChecks::Place BorderChecks::result_of(Pc pc, unsigned depth) const {
  const auto of = [&](std::size_t source) { return place_of(pc, source, depth); };
  const Inst& inst = program_.code[pc];
  if (inst.kind == Kind::ReadSpecial) return place_of(static_cast<SpecialReg>(inst.imm));
  if (inst.kind == Kind::Load && inst.memory.space == StateSpace::Param) return {};
  switch (inst.op.operation) {
    case Operation::Move:
    case Operation::Convert:
      return of(0);
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Or:  // of what has no bit in common
      return sum(of(0), of(1));
    case Operation::Multiply:
    case Operation::ShiftLeft:
      return product(of(0), of(1));
    case Operation::MultiplyAdd:
      return sum(product(of(0), of(1)), of(2));
    default:
      return {false, false, false};
  }
}

}  // namespace simt
