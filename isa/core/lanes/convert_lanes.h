// The lane loops of cvt: every pair of a list of destination and a list of source types, in
// registers that may be wider than them. Not modelled: conversions whose destination or source is a
// vector. Source: PTX ISA 9.7.9.21 (cvt) and 9.4.1 (operand size exceeding instruction-type size).
#pragma once

#include <cstring>

#include "isa/core/lanes/convert_value.h"
#include "isa/core/lanes/float_lanes.h"

namespace simt {

namespace detail {

/// The unsigned type of a value's width: loops that only move values are shared by all of it.
template <class T>
using RawOf = std::conditional_t<
    sizeof(T) == 1, u8,
    std::conditional_t<sizeof(T) == 2, u16, std::conditional_t<sizeof(T) == 4, u32, u64>>>;

/// Calls f.operator()<W>() with the unsigned type of `bytes`.
template <class F>
void with_width(unsigned bytes, F f) {
  if (bytes == 8) return f.template operator()<u64>();
  if (bytes == 4) return f.template operator()<u32>();
  if (bytes == 2) return f.template operator()<u16>();
  f.template operator()<u8>();
}

/// The low bits of all lanes of a register that is `bytes` wide.
template <class Raw>
[[gnu::noinline]] void low_bits(const std::byte* reg, unsigned bytes, Raw* out) {
  with_width(bytes, [=]<class W>() {
    const auto* from = reinterpret_cast<const W*>(reg);
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) out[lane] = static_cast<Raw>(from[lane]);
  });
}
/// Writes values to a register that is `bytes` wide, extended by the sign of Value.
template <class Value>
[[gnu::noinline]] void extend(const Value* values, std::byte* reg, unsigned bytes,
                              LaneMask active) {
  with_width(bytes, [=]<class W>() {
    auto* to = reinterpret_cast<W*>(reg);
    over_lanes(active, [=](unsigned lane) { to[lane] = static_cast<W>(values[lane]); });
  });
}

template <class D, class S>
inline constexpr bool kIntegers = std::is_integral_v<D>&& std::is_integral_v<S>;

/// Any mode, registers of any width: values are cut out of their registers first, and extended
/// at the end, so that the conversion is one loop for each pair of types.
template <class F, class D, class S>
struct ConvertEach {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    using Moved = std::conditional_t<std::is_integral_v<D>, D, RawOf<D>>;
    const FloatMode mode = inst.op.mode;
    alignas(64) S s[kMaxWarpSize];
    alignas(64) D d[kMaxWarpSize];
    low_bits(regs + inst.src[0], inst.src_bytes, reinterpret_cast<RawOf<S>*>(s));
    const auto convert = [&](unsigned lane) {
      d[lane] = F{}(mode, s[lane], std::type_identity<D>{});
    };
    if constexpr (kIntegers<D, S>)
      for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) convert(lane);
    else
      for_each_lane(active, convert);
    extend(reinterpret_cast<const Moved*>(d), regs + inst.dst[0], inst.dst_bytes, active);
  }
};
/// Integers are worth a loop for the newer instruction set; the others call the library.
template <class F, class D, class S>
LaneOp convert_each() {
  using Body = ConvertEach<F, D, S>;
  if constexpr (kIntegers<D, S>)
    return Versions<Body>::pick();
  else
    return &Versions<Body>::only;
}

}  // namespace detail

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
      detail::Versions<detail::ConvertEach<F, D, S>>::only(inst, regs, active);
  }
};

/// Every value of S is one of D.
template <class D, class S>
inline constexpr bool kHolds = std::cmp_less_equal(std::numeric_limits<D>::min(),
                                                   std::numeric_limits<S>::min()) &&
                               std::cmp_greater_equal(std::numeric_limits<D>::max(),
                                                      std::numeric_limits<S>::max());

/// Integers without .sat: all types of the same widths share a loop, since only the sign of a
/// source that is narrower than the result matters.
template <class F, class D, class S>
struct IntegerLoop {
  using To = std::make_unsigned_t<D>;
  using From = std::conditional_t<(sizeof(D) > sizeof(S)), S, std::make_unsigned_t<S>>;
  using Loop = detail::Versions<
      detail::PlainBody<detail::ModeLoop<Into<F, To>, To(From)>, Rounding::Nearest>>;
  static void base(const Inst& inst, Registers regs, LaneMask active) {
    run(&Loop::base, inst, regs, active);
  }
  static void v3(const Inst& inst, Registers regs, LaneMask active) {
    run(&Loop::v3, inst, regs, active);
  }
  static void run(LaneOp loop, const Inst& inst, Registers regs, LaneMask active) {
    if (inst.dst_bytes == sizeof(D) && inst.src_bytes == sizeof(S))
      loop(inst, regs, active);
    else
      detail::Versions<detail::ConvertEach<F, D, S>>::only(inst, regs, active);
  }
  static LaneOp pick() { return cpu_has_v3() ? &v3 : &base; }
};
/// Worth loops on the registers themselves: what is common, since each costs compile time.
/// Registers have 16 bits or more.
template <class D, class S>
inline constexpr bool kHasLoop = kIsFloat<D> == kIsFloat<S> ? sizeof(D) > 1 && sizeof(S) > 1
                                                            : sizeof(D) > 2 && sizeof(S) > 2;

template <class F, class D, class S>
LaneOp convert_op(const Semantics& what) {
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>)
    if (what.mode.sat && kHolds<D, S>) return nullptr;  // .sat only where it can matter
  if constexpr (kHasLoop<D, S>) {
    using Loop = ConvertLoop<F, D, S>;
    using detail::PlainBody, detail::Versions;
    const FloatMode mode = what.mode;
    if (mode == FloatMode{}) {
      if constexpr (detail::kIntegers<D, S>)
        return IntegerLoop<F, D, S>::pick();
      else
        return Versions<PlainBody<Loop, Rounding::Nearest>>::pick();
    }
    if constexpr (kIsFloat<S> && std::is_integral_v<D>)
      if (mode == FloatMode{.rounding = Rounding::Zero})
        return Versions<PlainBody<Loop, Rounding::Zero>>::pick();
    if constexpr (sizeof(D) == 4 && sizeof(S) == 4) return Versions<detail::ModeBody<Loop>>::pick();
  }
  return detail::convert_each<F, D, S>();
}

template <class... T>
struct List {};
template <class F, class D, class... S>
void find_source(const Semantics& what, List<S...>, LaneOp& op) {
  ((what.type2 == kTypeOf<S> ? void(op = convert_op<F, D, S>(what)) : void()), ...);
}
template <class F, class From, class... D>
LaneOp find_conversion(const Semantics& what, List<D...>) {
  LaneOp op = nullptr;
  ((what.type == kTypeOf<D> ? find_source<F, D>(what, From{}, op) : void()), ...);
  return op;
}

/// d = {a, b}: the first source is the upper half.
template <class T>
struct PackBody {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const FloatMode mode = inst.op.mode;
    const f32 *a = lane_data<const f32>(regs, inst.src[0]),
              *b = lane_data<const f32>(regs, inst.src[1]);
    auto* d = lane_data<Pair<T>>(regs, inst.dst[0]);
    over_lanes(active, [=](unsigned lane) {
      d[lane] = {converted<T>(mode, b[lane]), converted<T>(mode, a[lane])};
    });
  }
};

}  // namespace simt
