// What arithmetic with floats says of a kernel's parameters: steps and origins of places, spreads,
// shares. A part of ParameterUses.
#pragma once

#include <cstdint>
#include <map>

#include "sim/input/parameter_uses.h"
#include "sim/input/value_places.h"

namespace simt {

class FloatUses {
 public:
  /// Both outlive this.
  FloatUses(const ValuePlaces& places, std::map<std::uint32_t, ScalarUse>& scalars)
      : places_(places), scalars_(scalars) {}

  /// src[b] of arithmetic with floats is a parameter, times a factor; src[a] is the other operand.
  void scalar(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out, double factor);
  /// Of all operands.
  void instruction(const Inst& inst);

 private:
  void range(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out) const;
  void divide(const ValueOrigin& other, ScalarUse& out);
  /// a * (1 / b)
  void scaled_by_quotient(const Inst& inst);
  void starts(const Inst& inst);
  bool is_root(const Inst& inst) const;
  void root(const Inst& inst);

  const ValuePlaces& places_;
  std::map<std::uint32_t, ScalarUse>& scalars_;
};

}  // namespace simt
