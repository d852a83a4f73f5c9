// What comparisons say of a kernel's parameters and of its arrays: sizes, lengths, thresholds, ends
// of rows. A part of ParameterUses.
#pragma once

#include <cstdint>
#include <map>

#include "sim/input/parameter_uses.h"
#include "sim/input/value_places.h"

namespace simt {

class ComparedUses {
 public:
  /// All outlive this.
  ComparedUses(const ValuePlaces& places, std::map<std::uint32_t, ScalarUse>& scalars,
               std::map<std::uint32_t, ArrayUse>& arrays)
      : places_(places), scalars_(scalars), arrays_(arrays) {}

  /// src[b] of a comparison is a parameter, times a factor; src[a] is the other operand.
  void scalar(Pc pc, std::size_t a, std::size_t b, ScalarUse& out, double factor);
  void arrays(Pc pc);
  /// Elements are put in order.
  bool sorts() const { return sorts_; }

 private:
  void with_memory(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out) const;
  void with_thread(const Inst& inst, std::size_t a, std::size_t b, ScalarUse& out,
                   double factor) const;
  bool ends_filter(Pc pc, std::size_t a, std::size_t b, double factor) const;
  void ends_loop(Pc pc, ScalarUse& out) const;
  void ends_row(Slot variable, const ValueOrigin& other, std::uint32_t array);

  const ValuePlaces& places_;
  std::map<std::uint32_t, ScalarUse>& scalars_;
  std::map<std::uint32_t, ArrayUse>& arrays_;
  bool sorts_ = false;
};

}  // namespace simt
