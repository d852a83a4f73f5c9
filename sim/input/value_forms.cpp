#include "sim/input/value_forms.h"

#include <algorithm>

namespace simt {
namespace {

bool gives(const Inst& inst, Slot slot) {
  for (std::size_t i = 0; i < inst.dst.size(); ++i)
    if (inst.dst[i] == slot) return true;
  return false;
}

}  // namespace

bool ValueForms::is_truth(Slot slot) const {
  bool any = false;
  for (const Inst& inst : program_.code) {
    if (!gives(inst, slot)) continue;
    if (!gives_truth(inst)) return false;
    any = true;
  }
  return any;
}

bool ValueForms::gives_truth(const Inst& inst) const {
  if (inst.kind != simt::Kind::Alu) return false;
  const auto a = origins_.constant(inst.src[0]), b = origins_.constant(inst.src[1]);
  if (inst.op.is(Operation::And)) return b == 1;
  const bool selects = inst.op.is(Operation::Other) && inst.src.size() == 3;
  return selects && a && b && *a <= 1 && *b <= 1;
}

bool ValueForms::meets_truth(Slot slot) const {
  return std::ranges::any_of(program_.code, [&](const Inst& inst) {
    if (!inst.op.is(Operation::Compare)) return false;
    return (inst.src[0] == slot && is_truth(inst.src[1])) ||
           (inst.src[1] == slot && is_truth(inst.src[0]));
  });
}

bool ValueForms::is_one_less(Slot slot) const {
  return std::ranges::any_of(program_.code, [&](const Inst& inst) {
    if (inst.kind != simt::Kind::Alu || inst.dst[0] != slot) return false;
    const auto by = origins_.constant(inst.src[1]);
    const bool less = inst.op.is(Operation::Subtract) && by == 1;
    return less || (inst.op.is(Operation::Add) && by && static_cast<std::int32_t>(*by) == -1);
  });
}

bool ValueForms::is_parameter(Slot slot) const {
  constexpr unsigned kMostCopies = 8;
  for (unsigned n = 0; n < kMostCopies; ++n) {
    const Inst* const inst = only(slot);
    if (inst == nullptr) return false;
    if (inst->kind == simt::Kind::Load) return inst->memory.space == StateSpace::Param;
    if (!inst->op.is(Operation::Move) && !inst->op.is(Operation::Convert)) return false;
    slot = inst->src[0];
  }
  return false;
}

std::optional<Slot> ValueForms::denominator(Slot slot) const {
  constexpr unsigned kMostSteps = 4;
  for (unsigned n = 0; n < kMostSteps; ++n) {
    const Inst* const inst = only(slot);
    if (inst == nullptr || inst->kind != simt::Kind::Alu) return std::nullopt;
    const bool of_constant = origins_.constant(inst->src[0]).has_value();
    if (inst->op.is(Operation::Reciprocal)) return inst->src[0];
    if (inst->op.is(Operation::Divide))
      return of_constant ? std::optional(inst->src[1]) : std::nullopt;
    const bool times = inst->op.is(Operation::Multiply);
    const bool by_constant = times && (of_constant || origins_.constant(inst->src[1]));
    if (!by_constant && inst->src.size() != 1) return std::nullopt;
    slot = inst->src[of_constant ? 1 : 0];
  }
  return std::nullopt;
}

std::optional<std::uint32_t> ValueForms::parameter(Slot slot) const {
  const ValueOrigin& origin = origins_.of(slot);
  if (!is_parameter(slot) || origin.parameters.size() != 1) return std::nullopt;
  return origin.parameters.begin()->first;
}

bool ValueForms::add_terms(Slot slot, int sign, Terms& out) const {
  constexpr unsigned kMostSteps = 16;
  if (++out.steps > kMostSteps) return false;
  if (origins_.constant(slot)) return true;
  if (const auto offset = parameter(slot)) {
    (sign > 0 ? out.added : out.subtracted).push_back(*offset);
    return out.added.size() <= 1 && out.subtracted.size() <= 1;
  }
  const Inst* const inst = only(slot);
  if (inst == nullptr || inst->kind != simt::Kind::Alu || is_float(inst->op.type)) return false;
  const bool less = inst->op.is(Operation::Subtract);
  return (less || inst->op.is(Operation::Add)) && add_terms(inst->src[0], sign, out) &&
         add_terms(inst->src[1], less ? -sign : sign, out);
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> ValueForms::difference(Slot slot) const {
  Terms terms;
  if (!add_terms(slot, 1, terms) || terms.added.empty() || terms.subtracted.empty())
    return std::nullopt;
  return std::pair(terms.added[0], terms.subtracted[0]);
}

const Inst* ValueForms::only(Slot slot) const {
  const Inst* out = nullptr;
  for (const Inst& inst : program_.code) {
    if (!gives(inst, slot)) continue;
    if (out != nullptr) return nullptr;
    out = &inst;
  }
  return out;
}

bool ValueForms::is_counted_up(Slot slot) const {
  return std::ranges::any_of(program_.code, [&](const Inst& inst) {
    return inst.kind == simt::Kind::Alu && inst.op.is(Operation::Add) &&
           (inst.src[0] == slot || inst.src[1] == slot);
  });
}

bool ValueForms::is_of_atomic(Slot slot) const {
  return std::ranges::any_of(program_.code, [&](const Inst& inst) {
    return inst.kind == simt::Kind::Atomic && gives(inst, slot);
  });
}

}  // namespace simt
