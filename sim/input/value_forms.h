// What instructions make of values: conditions as numbers, a number less one, a step from one round
// of a loop to the next.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "sim/input/value_origins.h"

namespace simt {

/// Of a program of PTX.
class ValueForms {
 public:
  /// Both outlive this.
  ValueForms(const Program& program, const ValueOrigins& origins)
      : program_(program), origins_(origins) {}

  /// 0 or 1, by a condition.
  bool is_truth(Slot slot) const;
  /// Parameters, by byte offset, whose difference it is, give or take a constant: {d, n} of d - n.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> difference(Slot slot) const;
  /// It is compared with one of those.
  bool meets_truth(Slot slot) const;
  /// Something less one.
  bool is_one_less(Slot slot) const;
  /// A parameter as it is, whatever it is converted to.
  bool is_parameter(Slot slot) const;
  /// A sum is made of it, as a loop makes of its variable.
  bool is_counted_up(Slot slot) const;
  /// What a constant is divided by, times constants; nothing: it is no such quotient.
  std::optional<Slot> denominator(Slot slot) const;
  /// What an atomic gives.
  bool is_of_atomic(Slot slot) const;

 private:
  const Inst* only(Slot slot) const;  ///< that gives it; nullptr: several do, or none
  bool gives_truth(const Inst& inst) const;
  /// Parameters in a sum, one of each kind at most.
  struct Terms {
    std::vector<std::uint32_t> added, subtracted;
    unsigned steps = 0;  ///< that were looked at: a register may come from itself
  };
  /// False: something else is in it.
  bool add_terms(Slot slot, int sign, Terms& out) const;
  std::optional<std::uint32_t> parameter(Slot slot) const;

  const Program& program_;
  const ValueOrigins& origins_;
};

}  // namespace simt
