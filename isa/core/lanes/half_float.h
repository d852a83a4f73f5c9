// Widening to f32 and f64, and rounding to narrower formats, with integer operations: exact, one
// rounding, independent of the processor's rounding mode and without half-precision instructions.
// Models f16, bf16, tf32, f32, f64. Source: IEEE 754-2019; PTX ISA 9.7.9.21 (cvt).
#pragma once

#include <algorithm>
#include <limits>

#include "isa/core/lanes/ieee.h"

namespace simt {

/// The two halves of a packed register; `lo` is bits 15..0.
template <class T>
struct Pair {
  T lo, hi;
};
template <>
inline constexpr ScalarType kTypeOf<Pair<Half>> = ScalarType::F16x2;
template <>
inline constexpr ScalarType kTypeOf<Pair<Bfloat>> = ScalarType::BF16x2;

/// The exact value as f32 (f64 stays f64). A NaN keeps its sign and payload.
constexpr f32 widened(f32 x) {
  return x;
}
constexpr f64 widened(f64 x) {
  return x;
}
constexpr f32 widened(Bfloat x) {
  return from_raw<f32>(static_cast<u32>(x) << 16);
}
inline f32 widened(Half x) {
  const u32 bits = static_cast<u32>(x), sign = (bits & 0x8000) << 16, low = bits & 0x7fff;
  // The exponent moves by 112, and that of an infinity or NaN by as much again.
  const u32 normal = (low << 13) + (low < Format<Half>::kInfinity ? 112u << 23 : 224u << 23);
  // A subnormal's fraction stands behind 2^-14, which is taken off again: exact, and +0 for zero.
  const u32 subnormal = raw(from_raw<f32>((low << 13) + (113u << 23)) - 0x1p-14f);
  return from_raw<f32>(sign | (low > Format<Half>::kFraction ? normal : subnormal));
}

/// `x` rounded to D. A NaN becomes D's NaN.
template <class D, class S>
constexpr D narrowed(Rounding r, S x) {
  using Wide = Format<S>;
  using Narrow = Format<D>;
  using B = typename Wide::Bits;
  constexpr int kDrop = Wide::kMantissa - Narrow::kMantissa;
  constexpr int kLeastNormal = Wide::kBias - Narrow::kBias + 1;  // S's exponent field of D's least
  const B value = magnitude(x);
  const bool negative = is_negative(x);
  const int field = static_cast<int>(value >> Wide::kMantissa);
  const int exponent = std::max(field, 1);
  const B significand = (value & Wide::kFraction) | (field != 0 ? Wide::kFraction + 1 : B{0});
  const int below = std::max(kLeastNormal - exponent, 0);
  const int shift = std::min(kDrop + below, Wide::kMantissa + 2);
  const B kept = significand >> shift, rest = significand & ((B{1} << shift) - 1);
  const B half = B{1} << (shift - 1);
  // The hidden bit of `kept` adds one to the exponent field.
  B result = kept + (static_cast<B>(std::max(exponent - kLeastNormal, 0)) << Narrow::kMantissa) +
             rounding_increment(r, negative, kept & 1, rest, half);
  const B beyond = value == Wide::kInfinity || overflows_to_infinity(r, negative)
                       ? B{Narrow::kInfinity}
                       : B{Narrow::kLargest};
  result = result >= Narrow::kInfinity ? beyond : result;
  constexpr int kSignShift = std::countr_zero(Wide::kSign) - std::countr_zero(Narrow::kSign);
  result |= (raw(x) & Wide::kSign) >> kSignShift;
  result = value > Wide::kInfinity ? B{Narrow::kNan} : result;
  return from_raw<D>(static_cast<typename Narrow::Bits>(result));
}

/// An integer rounded to D; zero is +0.
template <class D>
constexpr D from_integer(Rounding r, bool negative, u64 value) {
  using F = Format<D>;
  if (value == 0) return from_raw<D>(0);
  const int top = 63 - std::countl_zero(value), drop = top - F::kMantissa;
  u64 significand = value, up = 0;
  if (drop <= 0) {
    significand <<= -drop;
  } else {
    const u64 rest = value & ((u64{1} << drop) - 1), half = u64{1} << (drop - 1);
    significand >>= drop;
    up = rounding_increment(r, negative, significand & 1, rest, half);
  }
  u64 result = significand + up + (static_cast<u64>(F::kBias + top - 1) << F::kMantissa);
  if (result >= F::kInfinity)
    result = overflows_to_infinity(r, negative) ? F::kInfinity : F::kLargest;
  return from_raw<D>(static_cast<typename F::Bits>(result | (negative ? u64{F::kSign} : 0)));
}

/// a * b + c for half-precision operands as a double whose last bit is set when inexact ("round to
/// odd"), so that rounding it once more gives the correctly rounded result. The product is exact.
inline f64 fused_to_odd(f64 a, f64 b, f64 c) {
  const f64 product = a * b, sum = product + c;
  const f64 from_c = sum - product;
  const f64 error = (product - (sum - from_c)) + (c - from_c);
  // An even last bit of an inexact sum moves one place towards the exact value and is odd there.
  const u64 bits = raw(sum), odd = bits & 1;
  const u64 moved = (error > 0) == (sum > 0) ? bits + 1 : bits - 1;
  // An infinite or NaN sum has a NaN as its error; it stays.
  const bool moves = ((error < 0) | (error > 0)) & (odd == 0);
  return from_raw<f64>(moves ? moved : bits);
}

/// Does x stand for an element out of a tensor's bounds: the NaN, of either sign, that tensor
/// copies fill with and fma.oob takes for nothing? As an H100 has it, of all NaNs of f16 and bf16.
template <class T>
constexpr bool is_out_of_bounds(T x) {
  return magnitude(x) == 0x7ff7;
}

}  // namespace simt
