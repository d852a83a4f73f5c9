// Sine, cosine, tangent and their inverses.
#pragma once

#include "simt/math_power.h"

template <class T>
struct simt_angle {
  T rest;        // -pi/4 to pi/4
  int quadrant;  // only its last two bits matter
};
// Any double: its bits times 2/pi, of which 192 bits around the point decide.
// M. Payne, R. Hanek: Radian reduction for trigonometric functions, SIGNUM 18 (1983).
static __device__ __attribute__((noinline, nodebug)) simt_angle<double> simt_reduce_large(
    double v) {
  int e;
  simt_significand(v, &e);
  const unsigned long long m =
      ((unsigned long long)simt_bits(v) & 0x000fffffffffffffull) | 0x0010000000000000ull;
  // v = m * 2^(e - 52): the bits of 2/pi before this one give multiples of 4.
  const int skip = e - 52 - 2, word = skip >> 6, shift = skip & 63;
  unsigned long long w[4];
  for (int i = 0; i < 4; ++i) w[i] = word + i < 0 || word + i > 18 ? 0 : simt_two_over_pi[word + i];
  if (shift != 0)
    for (int i = 0; i < 3; ++i) w[i] = w[i] << shift | w[i + 1] >> (64 - shift);
  // The product's lower 192 bits are a fraction of 4; the last 64 of them do not matter.
  const unsigned long long product = m * w[1];
  unsigned long long low = product + __umul64hi(m, w[2]);
  unsigned long long high = m * w[0] + __umul64hi(m, w[1]) + (low < product);
  int quadrant = (int)(high >> 62);
  high = high << 2 | low >> 62;
  low <<= 2;
  // Nearest quadrant: the rest from -1/2 to 1/2 of one.
  const bool up = high >> 63;
  quadrant += up;
  if (up) {
    high = ~high;
    low = ~low;
  }
  const int zeros = high == 0 ? 64 : __clzll((long long)high);
  if (zeros != 0) {
    high = zeros == 64 ? low : high << zeros | low >> (64 - zeros);
    low = zeros == 64 ? 0 : low << zeros;
  }
  const double part = (double)(high >> 11) * 1.1102230246251565e-16;        // 2^-53
  const double part_low = (double)(high & 0x7ff) * 5.4210108624275222e-20;  // 2^-64
  typedef simt_constant<double> C;
  const double scale = simt_power_of_two<double>(-zeros);
  double rest =
      simt_fma(part, C::kHalfPi, simt_fma(part, C::kHalfPiLow, part_low * C::kHalfPi)) * scale;
  if (up) rest = -rest;
  return simt_bits(v) < 0 ? simt_angle<double>{-rest, -quadrant}
                          : simt_angle<double>{rest, quadrant};
}
template <class T>
SIMT_DEVICE simt_angle<T> simt_reduce(T v) {
  typedef simt_constant<T> C;
  if (fabs(v) > (T)1e5) {
    if (!isfinite(v)) return {simt_nan<T>(), 0};
    const simt_angle<double> a = simt_reduce_large((double)v);
    return {(T)a.rest, a.quadrant};
  }
  const T j = rint(v * C::kTwoOverPi);
  T r = simt_fma(-j, C::kHalfPi, v);
  r = simt_fma(-j, C::kHalfPiLow, r);
  return {simt_fma(-j, C::kHalfPiLowest, r), (int)j};
}
template <class T>
SIMT_DEVICE T simt_sin_core(T r) {
  const T z = r * r;
  return simt_fma(r * z, simt_sin_polynomial(z), r);
}
template <class T>
SIMT_DEVICE T simt_cos_core(T r) {
  const T z = r * r;
  return simt_fma(z, simt_fma(z, simt_cos_polynomial(z), (T)-0.5), (T)1);
}
// The sine of `turns` more quarters; 1: the cosine.
template <class T>
SIMT_DEVICE T simt_sine_of(simt_angle<T> a, int turns) {
  const int q = a.quadrant + turns;
  const T s = q & 1 ? simt_cos_core(a.rest) : simt_sin_core(a.rest);
  return q & 2 ? -s : s;
}
template <class T>
SIMT_DEVICE T simt_sin(T v) {
  return v == 0 ? v : simt_sine_of(simt_reduce(v), 0);
}
template <class T>
SIMT_DEVICE T simt_cos(T v) {
  return simt_sine_of(simt_reduce(v), 1);
}
template <class T>
SIMT_DEVICE void simt_sincos(T v, T* s, T* c) {
  const simt_angle<T> a = simt_reduce(v);
  *s = v == 0 ? v : simt_sine_of(a, 0);
  *c = simt_sine_of(a, 1);
}
template <class T>
SIMT_DEVICE T simt_tan(T v) {
  const simt_angle<T> a = simt_reduce(v);
  const T s = simt_sin_core(a.rest), c = simt_cos_core(a.rest);
  return v == 0 ? v : a.quadrant & 1 ? -c / s : s / c;
}
// Of v * pi: whole quarters are taken off without an error.
template <class T>
SIMT_DEVICE simt_angle<T> simt_reduce_pi(T v) {
  typedef simt_constant<T> C;
  if (!isfinite(v)) return {simt_nan<T>(), 0};
  v = v - 2 * trunc(v * (T)0.5);  // a multiple of 2 less
  const T j = rint(2 * v), f = simt_fma((T)-0.5, j, v);
  return {simt_fma(f, C::kPi, f * C::kPiLow), (int)j};
}
template <class T>
SIMT_DEVICE T simt_sinpi(T v) {
  return trunc(v) == v && isfinite(v) ? copysign((T)0, v) : simt_sine_of(simt_reduce_pi(v), 0);
}
template <class T>
SIMT_DEVICE T simt_cospi(T v) {
  return simt_sine_of(simt_reduce_pi(v), 1) + (T)0;
}

template <class T>
SIMT_DEVICE T simt_atan_core(T x) {  // 0 to 1
  return simt_fma(x * x * x, simt_atan_polynomial(x * x), x);
}
template <class T>
SIMT_DEVICE T simt_atan(T v) {
  typedef simt_constant<T> C;
  const T a = fabs(v);
  const T r = simt_atan_core(a > 1 ? 1 / a : a);
  return v != v ? v : copysign(a > 1 ? C::kHalfPi - (r - C::kHalfPiLow) : r, v);
}
template <class T>
SIMT_DEVICE T simt_atan2(T y, T x) {
  typedef simt_constant<T> C;
  if (isnan(x) || isnan(y)) return x + y;
  const T a = fabs(x), b = fabs(y), most = fmax(a, b), least = fmin(a, b);
  const T t = most == 0 ? (T)0 : least == most ? (T)1 : least / most;
  T r = simt_atan_core(t);
  if (b > a) r = C::kHalfPi - (r - C::kHalfPiLow);
  if (signbit(x)) r = C::kPi - (r - C::kPiLow);
  return copysign(r, y);
}
template <class T>
SIMT_DEVICE T simt_asin_core(T x) {  // 0 to 1/2
  return simt_fma(x * x * x, simt_asin_polynomial(x * x), x);
}
template <class T>
SIMT_DEVICE T simt_asin(T v) {
  typedef simt_constant<T> C;
  const T a = fabs(v);
  if (a <= (T)0.5) return simt_asin_core(v);
  if (a > 1) return simt_nan<T>();
  const T r = C::kHalfPi - (2 * simt_asin_core(sqrt((1 - a) * (T)0.5)) - C::kHalfPiLow);
  return copysign(v != v ? v : r, v);
}
template <class T>
SIMT_DEVICE T simt_acos(T v) {
  typedef simt_constant<T> C;
  const T a = fabs(v);
  if (a <= (T)0.5) return C::kHalfPi - (simt_asin_core(v) - C::kHalfPiLow);
  if (a > 1) return simt_nan<T>();
  const T r = 2 * simt_asin_core(sqrt((1 - a) * (T)0.5));
  return v != v ? v : v > 0 ? r : C::kPi - (r - C::kPiLow);
}
