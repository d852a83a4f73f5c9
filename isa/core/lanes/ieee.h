// Floating-point formats as bit patterns, and what the suffixes do to a value.
// Covers f16, bf16, tf32, f32 and f64. NaN results of each format are made here and nowhere else.
// Source: PTX ISA 9.7.3 to 9.7.5 (NaN, .ftz, .sat), NaN bit patterns as in the CUDA C++ guide.
#pragma once

#include <bit>
#include <cmath>

#include "isa/core/lanes/lane_types.h"
#include "isa/core/lanes/rounding.h"

namespace simt {

/// Half precision and bfloat16 are stored as bits and computed as f32 or f64.
enum class Half : u16 {};
enum class Bfloat : u16 {};
/// 19 significant bits in a 32-bit register, the low 13 zero.
enum class Tf32 : u32 {};
template <>
inline constexpr ScalarType kTypeOf<Half> = ScalarType::F16;
template <>
inline constexpr ScalarType kTypeOf<Bfloat> = ScalarType::BF16;
template <>
inline constexpr ScalarType kTypeOf<Tf32> = ScalarType::TF32;

/// Sign, exponent and `kMantissa` fraction bits from the top of an integer of type Bits.
template <class T>
struct Format;
template <class BitsT, int mantissa, int exponent>
struct FormatOf {
  using Bits = BitsT;
  static constexpr int kMantissa = mantissa;
  static constexpr int kBias = (1 << (exponent - 1)) - 1;
  static constexpr Bits kSign = static_cast<Bits>(Bits{1} << (mantissa + exponent));
  static constexpr Bits kFraction = static_cast<Bits>((Bits{1} << mantissa) - 1);
  static constexpr Bits kInfinity = static_cast<Bits>(kSign - kFraction - 1);
  static constexpr Bits kLargest = kInfinity - 1;
};
template <>
struct Format<f32> : FormatOf<u32, 23, 8> {
  static constexpr Bits kNan = 0x7fffffff;
};
template <>
struct Format<f64> : FormatOf<u64, 52, 11> {
  static constexpr Bits kNan = 0xfff8000000000000;
};
template <>
struct Format<Half> : FormatOf<u16, 10, 5> {
  static constexpr Bits kNan = 0x7fff;
};
template <>
struct Format<Bfloat> : FormatOf<u16, 7, 8> {
  static constexpr Bits kNan = 0x7fff;
};
/// Before it is shifted to its place in the register.
template <>
struct Format<Tf32> : FormatOf<u32, 10, 8> {
  static constexpr Bits kNan = 0x3ffff;
};

template <class T>
constexpr typename Format<T>::Bits raw(T x) {
  return std::bit_cast<typename Format<T>::Bits>(x);
}
template <class T>
constexpr T from_raw(typename Format<T>::Bits bits) {
  return std::bit_cast<T>(bits);
}
template <class T>
constexpr typename Format<T>::Bits magnitude(T x) {
  return raw(x) & static_cast<typename Format<T>::Bits>(~Format<T>::kSign);
}
template <class T>
constexpr bool is_negative(T x) {
  return (raw(x) & Format<T>::kSign) != 0;
}
template <class T>
constexpr bool is_nan(T x) {
  return magnitude(x) > Format<T>::kInfinity;
}
template <class T>
constexpr bool is_subnormal(T x) {
  return magnitude(x) <= Format<T>::kFraction && magnitude(x) != 0;
}

/// The NaN that an operation with these operands yields: single precision has one NaN.
template <class... T>
constexpr f32 nan_of(f32, T...) {
  return from_raw<f32>(Format<f32>::kNan);
}
/// Double precision keeps sign and payload of an operand that is a NaN, made quiet: of the second
/// one if that is a NaN, else the third, else the first. (Seen on an H200.)
constexpr f64 nan_of(f64 a) {
  constexpr u64 kQuiet = u64{1} << 51;
  return from_raw<f64>(is_nan(a) ? raw(a) | kQuiet : Format<f64>::kNan);
}
template <class... T>
constexpr f64 nan_of(f64 first, f64 second, T... third) {
  return is_nan(second) ? nan_of(second) : nan_of(first, third...);
}

/// A NaN of double precision as the narrower D: made quiet, its sign and the leading bits of its
/// payload kept, whatever the rounding.
template <class D>
constexpr D cut_nan(f64 x) {
  using F = Format<D>;
  using Bits = typename F::Bits;
  const auto payload = static_cast<Bits>((raw(x) & Format<f64>::kFraction) >>
                                         (Format<f64>::kMantissa - F::kMantissa));
  constexpr Bits kQuiet = static_cast<Bits>(Bits{1} << (F::kMantissa - 1));
  return from_raw<D>(
      static_cast<Bits>((is_negative(x) ? F::kSign : Bits{0}) | F::kInfinity | kQuiet | payload));
}

/// .ftz: a subnormal becomes a zero of its sign. Only single and half precision have it.
template <class T>
constexpr T flush(T x) {
  const auto bits = raw(x);
  return magnitude(x) <= Format<T>::kFraction
             ? from_raw<T>(static_cast<typename Format<T>::Bits>(bits & Format<T>::kSign))
             : x;
}
/// .sat: into [0, 1]; NaN and -0 become +0.
template <class T>
constexpr T saturate_unit(T x) {
  if (!(x > T{0})) return T{0};
  return x < T{1} ? x : T{1};
}
/// .relu: negative values and -0 become +0; a NaN stays.
template <class T>
constexpr T clamp_negative(T x) {
  return x > T{0} || x != x ? x : T{0};
}

template <class T>
constexpr T with_sign(T x, bool negative) {
  using F = Format<T>;
  return from_raw<T>(magnitude(x) | (negative ? F::kSign : typename F::Bits{0}));
}

/// min and max (PTX ISA 9.7.3.11): -0 < +0; one NaN yields the other operand unless .NaN is given.
template <class T>
constexpr T select_extreme(const FloatMode& m, T a, T b, bool want_greater) {
  const bool sign = is_negative(a) != is_negative(b);
  if (m.xorsign) {
    a = with_sign(a, false);
    b = with_sign(b, false);
  }
  const bool a_first = a < b || (a == b && is_negative(a));
  T d = a_first != want_greater ? a : b;
  d = a != a ? b : b != b ? a : d;
  if ((a != a && b != b) || (m.nan && (a != a || b != b))) return nan_of(a, b);
  return m.xorsign ? with_sign(d, sign) : d;
}

}  // namespace simt
