// Floating-point numbers of 8 bits, and conversions between them and f16 and f32, which machines
// have for pairs alone: saturating, to nearest even. E5M2 is f16 without its low byte. E4M3 has
// neither infinities nor more than one NaN, so that its largest number is 448. Source: Micikevicius
// et al., FP8 Formats for Deep Learning; PTX ISA 9.7.9.21 (cvt); an H100 for all inputs.
#pragma once

#include "isa/core/lanes/convert_value.h"
#include "isa/core/lanes/lanes.h"

namespace simt {

enum class E4m3 : u8 {};
enum class E5m2 : u8 {};

/// kInfinity: what is beyond the largest number, here the NaN.
template <>
struct Format<E4m3> : FormatOf<u8, 3, 4> {
  static constexpr u8 kInfinity = 0x7f, kLargest = 0x7e, kNan = 0x7f;
};
template <>
struct Format<E5m2> : FormatOf<u8, 2, 5> {
  static constexpr u8 kNan = 0x7f;
};
template <>
inline constexpr ScalarType kTypeOf<Pair<E4m3>> = ScalarType::E4M3x2;
template <>
inline constexpr ScalarType kTypeOf<Pair<E5m2>> = ScalarType::E5M2x2;

/// x, of f16 or f32, as an F of 8 bits; a number beyond the largest one becomes that.
template <class F, class S>
F saturated_byte(bool relu, S x) {
  const f32 value = widened(x);
  if (value != value) return from_raw<F>(Format<F>::kNan);
  const F rounded = narrowed<F>(Rounding::Nearest, relu ? clamp_negative(value) : value);
  if (magnitude(rounded) < Format<F>::kInfinity) return rounded;
  const u8 sign = value < 0 ? Format<F>::kSign : 0;
  return from_raw<F>(static_cast<u8>(Format<F>::kLargest | sign));
}

/// As f16, which holds each of them.
template <class F>
Half half_of(bool relu, F x) {
  const u32 low = magnitude(x), sign = is_negative(x) ? Format<Half>::kSign : 0;
  constexpr bool kHasInfinity = Format<F>::kInfinity != Format<F>::kNan;
  if (low > Format<F>::kLargest + u32{kHasInfinity}) return from_raw<Half>(Format<Half>::kNan);
  if (relu && sign != 0) return from_raw<Half>(0);
  if constexpr (std::is_same_v<F, E5m2>) {
    return from_raw<Half>(static_cast<u16>(sign | low << 8));
  } else {
    // The exponent moves by 8; a fraction without a leading one counts 2^-9.
    if (low > Format<F>::kFraction)
      return from_raw<Half>(static_cast<u16>(sign | ((low << 7) + (8u << 10))));
    const Half subnormal = narrowed<Half>(Rounding::Nearest, static_cast<f32>(low) * 0x1p-9f);
    return from_raw<Half>(static_cast<u16>(sign | raw(subnormal)));
  }
}

/// d = {a, b}, of f32: the first source is the upper byte.
template <class F>
struct PackBytes {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool relu = inst.op.mode.relu;
    const f32 *a = lane_data<const f32>(regs, inst.src[0]),
              *b = lane_data<const f32>(regs, inst.src[1]);
    auto* d = lane_data<Pair<F>>(regs, inst.dst[0]);
    for_each_lane(active, [=](unsigned lane) {
      d[lane] = {saturated_byte<F>(relu, b[lane]), saturated_byte<F>(relu, a[lane])};
    });
  }
};
/// A pair of f16.
template <class F>
struct NarrowPair {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool relu = inst.op.mode.relu;
    const auto* a = lane_data<const Pair<Half>>(regs, inst.src[0]);
    auto* d = lane_data<Pair<F>>(regs, inst.dst[0]);
    for_each_lane(active, [=](unsigned lane) {
      d[lane] = {saturated_byte<F>(relu, a[lane].lo), saturated_byte<F>(relu, a[lane].hi)};
    });
  }
};
/// Back to one.
template <class F>
struct WidenPair {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool relu = inst.op.mode.relu;
    const auto* a = lane_data<const Pair<F>>(regs, inst.src[0]);
    auto* d = lane_data<Pair<Half>>(regs, inst.dst[0]);
    for_each_lane(active, [=](unsigned lane) {
      const Pair<F> pair = a[lane];
      d[lane] = {half_of(relu, pair.lo), half_of(relu, pair.hi)};
    });
  }
};

}  // namespace simt
