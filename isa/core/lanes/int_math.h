// Integer helpers of the lane expressions: total for every input, wrapping where PTX wraps.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "isa/core/lanes/lane_types.h"

namespace simt {

/// The value in twice the width, so that a product of two cannot overflow.
template <class T>
constexpr Twice<T> widen(T a) {
  return a;
}
template <class T>
constexpr auto bits_of(T a) {
  return static_cast<std::make_unsigned_t<T>>(a);
}
/// a + b modulo 2^width.
template <class T>
constexpr T wrap_add(T a, T b) {
  return static_cast<T>(bits_of(a) + bits_of(b));
}
template <class T>
constexpr T wrap_neg(T a) {
  return static_cast<T>(0u - bits_of(a));
}
template <class T>
constexpr T high_half(T a, T b) {
  return static_cast<T>(widen(a) * b >> kBits<T>);
}
template <class T, class W>
constexpr T saturate(W value) {
  return static_cast<T>(
      std::clamp<W>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}
/// |a - b| as an unsigned number; never overflows.
template <class T>
constexpr auto distance(T a, T b) {
  return static_cast<std::make_unsigned_t<T>>(a < b ? bits_of(b) - bits_of(a)
                                                    : bits_of(a) - bits_of(b));
}

/// PTX leaves division by zero open. An H200 yields all ones, quotient and remainder
/// alike, at every width; MIN / -1 wraps to MIN with remainder 0.
template <class T>
constexpr T divide(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) return wrap_neg(a);
  return static_cast<T>(a / b);
}
template <class T>
constexpr T remainder(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
  return static_cast<T>(a % b);
}

/// The 48-bit product of the low 24 bits, sign- or zero-extended as T says.
template <class T>
constexpr Twice<T> product24(T a, T b) {
  const auto low24 = [](T x) { return static_cast<T>(static_cast<T>(bits_of(x) << 8) >> 8); };
  return widen(low24(a)) * low24(b);
}

/// c + the dot product of the bytes or halves of `a` (elements A) with bytes of `b` (elements B);
/// `step` bits from one element of a to the next.
template <class A, class B>
constexpr u32 dot(u32 a, u32 b, u32 c) {
  constexpr unsigned kLanesOfA = 32 / kBits<A>;
  for (unsigned i = 0; i < kLanesOfA; ++i)
    c += static_cast<u32>(static_cast<A>(a >> (i * kBits<A>)) * static_cast<B>(b >> (i * 8)));
  return c;
}

/// f on both 16-bit halves.
template <class T, class F>
constexpr u32 halves(u32 a, u32 b, F f) {
  const auto low = static_cast<u16>(f(static_cast<T>(a), static_cast<T>(b)));
  const auto high = static_cast<u16>(f(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return static_cast<u32>(low) | static_cast<u32>(high) << 16;
}

}  // namespace simt
