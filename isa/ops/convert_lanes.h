// The lane loops of cvt: every pair of a list of destination and a list of source types, in
// registers that may be wider than them. Not modelled: conversions whose destination or source is a
// vector. Source: PTX ISA 9.7.9.21 (cvt) and 9.4.1 (operand size exceeding instruction-type size).
#pragma once

#include <cstring>

#include "isa/ops/convert_value.h"
#include "isa/ops/float_lanes.h"

namespace simt {

/// Any suffixes, registers of any width: one lane after the other.
template <class F, class D, class S>
[[gnu::noinline]] void convert_each(const Inst& inst, Registers regs, LaneMask active) {
  const FloatMode mode = mode_of(inst.form);
  for_each_lane(active, [&](unsigned lane) {
    S s;
    std::memcpy(&s, regs + inst.src[0] + std::size_t{lane} * inst.src_bytes, sizeof(S));
    const D d = F{}(mode, s, std::type_identity<D>{});
    u64 wide = 0;
    if constexpr (std::is_integral_v<D>)
      wide = static_cast<u64>(d);
    else
      std::memcpy(&wide, &d, sizeof(D));
    std::memcpy(regs + inst.dst[0] + std::size_t{lane} * inst.dst_bytes, &wide, inst.dst_bytes);
  });
}

template <class F, class D>
struct Into {
  template <class S>
  constexpr D operator()(const FloatMode& m, S x) const {
    return F{}(m, x, std::type_identity<D>{});
  }
};

/// A loop over all lanes where registers are as wide as the types.
template <class F, class D, class S>
struct ConvertLoop {
  template <class Mode>
  static void run(const Inst& inst, Registers regs, LaneMask active, Mode mode) {
    if (inst.dst_bytes == sizeof(D) && inst.src_bytes == sizeof(S))
      detail::ModeLoop<Into<F, D>, D(S)>::run(inst, regs, active, mode);
    else
      convert_each<F, D, S>(inst, regs, active);
  }
};

/// Every value of S is one of D.
template <class D, class S>
inline constexpr bool kHolds = std::cmp_less_equal(std::numeric_limits<D>::min(),
                                                   std::numeric_limits<S>::min()) &&
                               std::cmp_greater_equal(std::numeric_limits<D>::max(),
                                                      std::numeric_limits<S>::max());

template <class F, class D, class S>
LaneOp convert_op(const OpForm& form) {
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>)
    if (form.has(Mod::sat) && kHolds<D, S>) return nullptr;  // .sat only where it can matter
  // Loops over all lanes for what is common: each costs compile time. Registers have 16 bits or
  // more.
  if constexpr (sizeof(D) > 1 && sizeof(S) > 1) {
    using Loop = ConvertLoop<F, D, S>;
    using detail::PlainBody, detail::Versions;
    const FloatMode mode = mode_of(form);
    if (mode == FloatMode{}) return Versions<PlainBody<Loop, Rounding::Nearest>>::pick();
    if constexpr (kIsFloat<S> && std::is_integral_v<D>)
      if (mode == FloatMode{.rounding = Rounding::Zero})
        return Versions<PlainBody<Loop, Rounding::Zero>>::pick();
    if constexpr (sizeof(D) == 4 && sizeof(S) == 4) return Versions<detail::ModeBody<Loop>>::pick();
  }
  return &convert_each<F, D, S>;
}

template <class... T>
struct List {};
template <class F, class D, class... S>
void find_source(const OpForm& form, List<S...>, LaneOp& op) {
  ((form.type2 == kTypeOf<S> ? void(op = convert_op<F, D, S>(form)) : void()), ...);
}
template <class F, class From, class... D>
LaneOp find_conversion(const OpForm& form, List<D...>) {
  LaneOp op = nullptr;
  ((form.type == kTypeOf<D> ? find_source<F, D>(form, From{}, op) : void()), ...);
  return op;
}

}  // namespace simt
