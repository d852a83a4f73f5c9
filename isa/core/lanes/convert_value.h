// The value of one conversion, for every pair of types that cvt connects.
// Source: PTX ISA 9.7.9.21 (cvt): rounding, clamping, .ftz, .sat, .relu, .satfinite, NaN results.
#pragma once

#include <utility>

#include "isa/core/lanes/half_float.h"

namespace simt {

/// A NaN as integer: zero, or the sign bit alone where a 64-bit type takes part.
template <class D, class S>
constexpr D nan_as_integer() {
  if (sizeof(S) < 8 && sizeof(D) < 8) return 0;
  return static_cast<D>(u64{1} << (kBits<D> - 1));
}
/// A NaN of type S as type D, NaN of D being what arithmetic makes; f64 keeps the payload of f32.
template <class D, class S>
constexpr D nan_as(S x) {
  if constexpr (sizeof(D) == 8)
    return nan_of(static_cast<f64>(x));
  else
    return from_raw<D>(Format<D>::kNan);
}

template <class T>
T rounded_to_integer(Rounding r, T x) {
  if (r == Rounding::Zero) return std::trunc(x);
  if (r == Rounding::Down) return std::floor(x);
  if (r == Rounding::Up) return std::ceil(x);
  return std::nearbyint(x);  // the processor rounds to nearest, ties to even
}

/// Out-of-range values clamp; x is integral, infinite or NaN.
template <class D, class S>
constexpr D clamped_to_integer(S x) {
  using Limits = std::numeric_limits<D>;
  // Both bounds are powers of two (or zero) and so exact in S.
  constexpr S kLow = static_cast<S>(Limits::min());
  constexpr S kBeyond = static_cast<S>(u64{1} << (kBits<D> - 1)) * (Limits::min() < 0 ? 1 : 2);
  if (x != x) return nan_as_integer<D, S>();
  if (x <= kLow) return Limits::min();
  if (x >= kBeyond) return Limits::max();
  return static_cast<D>(x);
}

/// The clamps on a result before it is rounded: their bounds exist in every format.
template <class T>
constexpr T clamped(const FloatMode& m, T x) {
  if (m.sat) return saturate_unit(x);
  return m.relu ? clamp_negative(x) : x;
}

/// f32 or f64 rounded to D. A NaN of f32 becomes D's NaN, one of f64 is cut.
template <class D, class V>
constexpr D rounded_to(const FloatMode& m, V v) {
  if constexpr (sizeof(D) >= sizeof(V) && !std::is_same_v<D, Tf32>) {
    return v == v ? static_cast<D>(v) : nan_as<D>(v);
  } else {
    if constexpr (std::is_same_v<D, Tf32>)
      if (v != v && m.rounding == Rounding::Away)  // cut off as it is; .satfinite steps down too
        return Tf32{(raw(v) & ~0x1fffu) - (m.satfinite ? 0x2000u : 0u)};
    D d = narrowed<D>(m.rounding, v);
    if constexpr (std::is_same_v<V, f64>)
      if (v != v) d = cut_nan<D>(v);
    if (m.satfinite && magnitude(d) == Format<D>::kInfinity)
      d = from_raw<D>(static_cast<typename Format<D>::Bits>(raw(d) - 1));
    if constexpr (std::is_same_v<D, Tf32>)
      return Tf32{raw(d) << 13};
    else
      return d;
  }
}

template <class T>
inline constexpr bool kIsFloat = is_float(kTypeOf<T>);
/// .ftz concerns subnormal f32 values only.
template <class T>
constexpr T flush_single(const FloatMode& m, T x) {
  if constexpr (std::is_same_v<T, f32>) return m.ftz ? flush(x) : x;
  return x;
}
/// .ftz on the source. On the way to f16 the machine ignores it; on the way to f64 an arithmetic
/// instruction does it, which makes the NaN of single precision.
template <class D, class S>
constexpr S flush_source(const FloatMode& m, S x) {
  if constexpr (std::is_same_v<D, Half>) return x;
  if constexpr (std::is_same_v<S, f32>)
    if (m.ftz && is_nan(x)) return nan_of(x);
  return flush_single(m, x);
}

/// `x` as type D.
template <class D, class S>
constexpr D converted(const FloatMode& m, S x) {
  if constexpr (kIsFloat<S> && kIsFloat<D>) {
    const auto value = clamped(m, widened(flush_source<D>(m, x)));
    return flush_single(m, rounded_to<D>(m, value));
  } else if constexpr (kIsFloat<S>) {
    return clamped_to_integer<D>(rounded_to_integer(m.rounding, widened(flush_single(m, x))));
  } else if constexpr (kIsFloat<D>) {
    if constexpr (std::is_floating_point_v<D>)
      if (m.rounding == Rounding::Nearest) return clamped(m, static_cast<D>(x));
    const bool negative = x < 0;
    const u64 value = static_cast<u64>(x);
    const D d = from_integer<D>(m.rounding, negative, negative ? 0 - value : value);
    if constexpr (sizeof(D) == 2)
      return m.sat ? narrowed<D>(Rounding::Nearest, saturate_unit(widened(d))) : d;
    else
      return clamped(m, d);
  } else {
    if (!m.sat) return static_cast<D>(x);
    // The common type of the library's comparisons is exact for every pair of integer types.
    if (std::cmp_less(x, std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
    if (std::cmp_greater(x, std::numeric_limits<D>::max())) return std::numeric_limits<D>::max();
    return static_cast<D>(x);
  }
}

/// `x` rounded to an integral value of its own type.
template <class T>
constexpr T integral(const FloatMode& m, T x) {
  const auto value = rounded_to_integer(m.rounding, widened(flush_single(m, x)));
  FloatMode exact = m;
  exact.rounding = Rounding::Nearest;
  return rounded_to<T>(exact, clamped(m, value));
}

}  // namespace simt
