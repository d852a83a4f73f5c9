#include "sim/views/border_check.h"

#include <algorithm>
#include <array>

#include "isa/core/operands.h"

namespace simt {
namespace {

constexpr std::size_t kDeepest = 24;  ///< instructions from an index to the branch

bool is_order(Relation relation) {
  using enum Relation;
  return relation == Less || relation == LessEqual || relation == Greater ||
         relation == GreaterEqual;
}

bool is_logic(const Inst& inst) {
  using enum Operation;
  return inst.op.is(And) || inst.op.is(Or) || inst.op.is(Xor) || inst.op.is(LogicTable);
}

/// What two conditions together are: a flag adds nothing.
Border worse(Border a, Border b) {
  if (a == Border::Flag) return b;
  return b == Border::Flag ? a : std::max(a, b);
}

}  // namespace

Border BorderChecks::decide(Pc branch) const {
  const Inst& inst = program_.code[branch];
  if (inst.kind != Kind::Branch || inst.guard_reg == kNoReg) return Border::None;
  Ways ways;
  return border_of(inst.guard_reg, branch, ways);
}

RegId BorderChecks::register_at(const Inst& inst, Slot slot) const {
  for (const RegId r : registers_read(inst))
    if (program_.registers[r].slot == slot) return r;
  return kNoReg;
}

bool BorderChecks::is_number(Slot slot) const {
  return std::ranges::any_of(program_.constants,
                             [&](const ConstantSlot& c) { return c.slot == slot; });
}

// Of several predicates that are combined each has to be such a comparison, whichever way the
// branch was come by.
Border BorderChecks::border_of(RegId predicate, Pc reader, Ways& ways) const {
  if (ways.size() > kDeepest) return Border::None;
  const std::vector<Pc> found = reaching_.of(predicate, reader);
  Border out = found.empty() ? Border::None : Border::Flag;
  for (const Pc pc : found) {
    const Inst& inst = program_.code[pc];
    if (inst.guard_reg != kNoReg || std::ranges::find(ways, pc) != ways.end()) return Border::None;
    ways.push_back(pc);
    const Border its = condition(pc, ways);
    ways.pop_back();
    if (its == Border::None) return its;
    out = worse(out, its);
  }
  return out;
}

Border BorderChecks::condition(Pc pc, Ways& ways) const {
  const Inst& inst = program_.code[pc];
  if (inst.op.is(Operation::Compare)) return compares(pc, ways);
  if (is_logic(inst) && inst.op.type != ScalarType::Pred)  // LOP3 asks for zero
    return border(result_of(pc, ways), {}, false);
  return combined(pc, ways);
}

Border BorderChecks::combined(Pc pc, Ways& ways) const {
  const Inst& inst = program_.code[pc];
  if (!is_logic(inst) && !inst.op.is(Operation::Move)) return Border::None;
  Border out = Border::Flag;  // of nothing but constants
  for (const RegId r : registers_read(inst)) {
    const Border its = border_of(r, pc, ways);
    if (its == Border::None) return its;
    out = worse(out, its);
  }
  return out;
}

Border BorderChecks::border(const Place& a, const Place& b, bool order) {
  if (!a.known || !a.threads || !b.is_limit()) return Border::None;
  if ((order && a.steps) || (a.counts && a.given)) return Border::Rows;
  return order && a.blocks && !a.counts ? Border::Grid : Border::None;
}

Border BorderChecks::compares(Pc pc, Ways& ways) const {
  const Inst& inst = program_.code[pc];
  if (is_float(inst.op.type) || inst.src.size() < 2) return Border::None;
  Border out = Border::Flag;
  for (std::size_t i = 2; i < inst.src.size(); ++i) {
    const RegId other = register_at(inst, inst.src[i]);
    if (other == kNoReg) continue;
    out = worse(out, border_of(other, pc, ways));
    if (out == Border::None) return out;
  }
  const Place a = place_of(pc, 0, ways), b = place_of(pc, 1, ways);
  const bool order = is_order(inst.op.relation);
  const Border its = std::max(border(a, b, order), border(b, a, order));
  return its == Border::None ? its : worse(out, its);
}

BorderChecks::Place BorderChecks::sum(const Place& a, const Place& b) {
  return {a.threads || b.threads, a.blocks || b.blocks, a.known && b.known,
          a.steps || b.steps,     a.given || b.given,   a.counts || b.counts};
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
      return {.threads = true};
    case SpecialReg::ctaid_x:
    case SpecialReg::ctaid_y:
    case SpecialReg::ctaid_z:
      return {.blocks = true};
    case SpecialReg::ntid_x:
    case SpecialReg::ntid_y:
    case SpecialReg::ntid_z:
    case SpecialReg::nctaid_x:
    case SpecialReg::nctaid_y:
    case SpecialReg::nctaid_z:
      return {};
    default:
      return {.known = false};
  }
}

// A value that comes round in a loop adds nothing to what it started with but that it steps.
BorderChecks::Place BorderChecks::place_in(RegId reg, Pc reader, Ways& ways) const {
  if (ways.size() > kDeepest) return {.known = false};
  const std::vector<Pc> found = reaching_.of(reg, reader);
  Place out{.known = !found.empty()};
  for (const Pc from : found) {
    if (std::ranges::find(ways, from) != ways.end()) {
      out.steps = true;
      continue;
    }
    ways.push_back(from);
    const Place its =
        program_.code[from].guard_reg == kNoReg ? result_of(from, ways) : Place{.known = false};
    ways.pop_back();
    out = sum(out, its);
    if (!out.known) return out;
  }
  return out;
}

BorderChecks::Place BorderChecks::place_of(Pc pc, std::size_t source, Ways& ways) const {
  const Inst& inst = program_.code[pc];
  if (source >= inst.src.size()) return {.known = false};
  const Slot slot = inst.src[source];
  for (const SpecialSlot& s : program_.specials)
    if (s.slot == slot) return place_of(s.reg);
  if (const RegId reg = register_at(inst, slot); reg != kNoReg) return place_in(reg, pc, ways);
  return {.given = !is_number(slot)};  // a constant, also of the bank that holds parameters
}

BorderChecks::Place BorderChecks::sum_of(Pc pc, Ways& ways) const {
  Place out;
  for (std::size_t i = 0; i < program_.code[pc].src.size() && out.known; ++i)
    if (program_.code[pc].src[i] != kNoSlot) out = sum(out, place_of(pc, i, ways));
  return out;
}

BorderChecks::Place BorderChecks::result_of(Pc pc, Ways& ways) const {
  const auto of = [&](std::size_t source) { return place_of(pc, source, ways); };
  const Inst& inst = program_.code[pc];
  if (inst.kind == Kind::ReadSpecial) return place_of(static_cast<SpecialReg>(inst.imm));
  if (inst.kind == Kind::Load && inst.memory.space == StateSpace::Param) return {.given = true};
  if (program_.machine && inst.kind == Kind::Load && inst.memory.space == StateSpace::Const)
    return sum_of(pc, ways);
  switch (inst.op.operation) {
    case Operation::Move:
    case Operation::ReadSpecial:
    case Operation::Convert:
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Not:
    case Operation::Or:  // of what has no bit in common
      return sum_of(pc, ways);
    case Operation::ShiftRight: {
      // By how much, which is source 1, is no part of the sum.
      Place out = inst.src.size() > 2 ? sum(of(0), of(2)) : of(0);
      out.counts = true;
      return out;
    }
    case Operation::And:
    case Operation::LogicTable: {  // of a number of rounds, those left by an unrolled loop
      Place out = sum_of(pc, ways);
      out.known = out.known && out.counts;
      return out;
    }
    case Operation::Multiply:
    case Operation::ShiftLeft:
      return product(of(0), of(1));
    case Operation::MultiplyAdd:
      return sum(product(of(0), of(1)), of(2));
    default:
      return {.known = false};
  }
}

}  // namespace simt
