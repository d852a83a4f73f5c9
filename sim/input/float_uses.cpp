#include "sim/input/float_uses.h"

namespace simt {

void FloatUses::scalar(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out,
                       double factor) {
  const ValueOrigin& other = places_.at(inst, a);
  switch (inst.op.operation) {
    case Operation::Divide:
      if (b == 1) divide(other, out);
      return;
    case Operation::Subtract:
      range(inst, a, b, out);
      if (b != 1) return;
      out.real.origin |= places_.is_loaded(inst.src[a]) && !places_.at(inst, b).product;
      out.real.share |= !other.memory && places_.is_constant(inst.src[a]);
      return;
    case Operation::MultiplyAdd:
      out.real.scales_index |= other.is_index() && !other.memory && factor == 1;
      return;
    default:
      return;
  }
}

/// high - low
void FloatUses::range(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out) const {
  const ValueForms& forms = places_.forms();
  if (!forms.is_parameter(inst.src[a]) || !forms.is_parameter(inst.src[b])) return;
  out.real.low |= b == 1;
  out.real.high |= b == 0;
}

void FloatUses::divide(const ValueOrigin& other, ScalarUse& out) {
  out.divisor |= other.memory || !other.is_index();
  out.real.of_bytes |= other.memory && places_.is_of_bytes(other);
  out.real.spread |= !other.memory && (other.loop || other.is_index());
  for (const auto* const by : {&other.multiples, &other.parameters})
    for (const auto& [offset, factor] : *by) scalars_[offset].scaled |= out.size;
}

void FloatUses::instruction(const Inst& inst) {
  if (inst.op.is(Operation::MultiplyAdd)) starts(inst);
  if (inst.op.is(Operation::MultiplyAdd) || inst.op.is(Operation::Multiply))
    scaled_by_quotient(inst);
  if (is_root(inst) && inst.src.size() == 1) root(inst);
}

void FloatUses::scaled_by_quotient(const Inst& inst) {
  for (const std::size_t i : {0, 1}) {
    const auto by = places_.forms().denominator(inst.src[i]);
    if (!by) continue;
    for (const auto& [offset, factor] : places_.origins().of(*by).parameters) {
      divide(places_.at(inst, 1 - i), scalars_[offset]);
      // Distances in a loop that is unrolled.
      scalars_[offset].real.spread |=
          inst.op.is(Operation::MultiplyAdd) && places_.is_constant(inst.src[1 - i]);
    }
  }
}

/// x0 + x * dx
void FloatUses::starts(const Inst& inst) {
  const auto is_place = [&](std::size_t i) {
    const ValueOrigin& o = places_.at(inst, i);
    return o.is_index() && !o.memory && !o.loop;
  };
  if (!is_place(0) && !is_place(1)) return;
  for (const auto& [offset, factor] : places_.at(inst, 2).parameters)
    scalars_[offset].real.starts_index = true;
}

bool FloatUses::is_root(const Inst& inst) const {
  if (inst.op.is(Operation::SquareRoot)) return true;
  return inst.op.approximate && places_.mnemonic(inst) == "rsqrt";
}

void FloatUses::root(const Inst& inst) {
  for (const Inst& sum : places_.program().code) {
    const bool adds = sum.op.is(Operation::Add) || sum.op.is(Operation::MultiplyAdd);
    if (!adds || !is_float(sum.op.type) || sum.dst[0] != inst.src[0]) continue;
    for (std::size_t i = 0; i < sum.src.size(); ++i)
      for (const auto& [offset, factor] : places_.at(sum, i).parameters)
        scalars_[offset].real.below_root = true;
  }
}

}  // namespace simt
