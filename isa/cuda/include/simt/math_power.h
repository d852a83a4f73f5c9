// x^y, cube root, length: the logarithm in two parts, so that the error of a product with a large
// exponent stays small.
#pragma once

#include "simt/math_exp.h"

template <class T>
struct simt_pair {
  T high, low;
};
// log2 of a positive finite number: atanh(s) of s = f / (2 + f), all in two parts.
template <class T>
SIMT_DEVICE simt_pair<T> simt_log2_pair(T v) {
  typedef simt_constant<T> L;
  T e;
  const T f = simt_split(v, &e);
  const T b = 2 + f, b_low = f - (b - 2);
  const T s = f / b, s_low = simt_fma(-s, b_low, simt_fma(-s, b, f)) / b;
  const T z = simt_mul(s, s), z_low = simt_fma(s, s, -z) + 2 * s * s_low;
  const T third = (T)(1.0 / 3.0), p = simt_mul(z, simt_atanh5_polynomial(z));
  const T c = third + p, c_low = (third - c) + p + L::kThirdLow;
  const T u = simt_mul(z, c), u_low = simt_fma(z, c, -u) + z * c_low + z_low * c;
  const T t = simt_mul(s, u), t_low = simt_fma(s, u, -t) + s * u_low + s_low * u;
  const T a = s + t, a_low = (s - a) + t + t_low + s_low;
  const T scale = 2 * L::kLog2E, scale_low = 2 * L::kLog2ELow;
  const T g = simt_mul(a, scale), g_low = simt_fma(a, scale, -g) + a * scale_low + a_low * scale;
  const T high = e + g;
  const T low = (e == 0 ? (T)0 : (e - high) + g) + g_low;
  const T sum = high + low;
  return {sum, (high - sum) + low};
}
// x^y of x > 0 and finite, y finite
template <class T>
SIMT_DEVICE T simt_power_core(T x, T y) {
  const simt_pair<T> l = simt_log2_pair(x);
  const T high = simt_mul(l.high, y);
  if (fabs(high) > (T)(simt_real<T>::kBias + simt_real<T>::kMantissa + 10))
    return high > 0 ? simt_infinity<T>() : (T)0;
  const T low = simt_fma(l.high, y, -high) + l.low * y;
  const T j = rint(high);
  return simt_scale(simt_exp_core(((high - j) + low) * simt_constant<T>::kLn2), (int)j);
}
template <class T>
SIMT_DEVICE T simt_pow(T x, T y) {
  if (y == 0 || x == 1) return 1;
  if (isnan(x) || isnan(y)) return x + y;
  const T a = fabs(x);
  const bool whole = trunc(y) == y;
  const bool odd =
      whole && fabs(y) < 2 * simt_real<T>::kTwoToMantissa && fabs(y - 2 * trunc(y * (T)0.5)) == 1;
  T r;
  if (isinf(y))
    r = a == 1 ? (T)1 : (a > 1) == (y > 0) ? simt_infinity<T>() : (T)0;
  else if (a == 0 || isinf(a))
    r = (a == 0) == (y > 0) ? (T)0 : simt_infinity<T>();
  else if (x < 0 && !whole)
    return simt_nan<T>();
  else
    r = simt_power_core(a, y);
  return odd && signbit(x) ? -r : r;
}
SIMT_DEVICE float simt_cbrt_guess(float m) {  // of 1 to 8
  float l, r;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(l) : "f"(m));
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(l * (1.0f / 3.0f)));
  return r;
}
template <class T>
SIMT_DEVICE T simt_cbrt(T v) {
  if (v == 0 || !isfinite(v)) return v;
  int e;
  T m = simt_significand(v, &e);
  int third = e / 3;
  if (third * 3 > e) --third;
  m = simt_ldexp(m, e - 3 * third);
  T r = simt_cbrt_guess((float)m);
  for (int i = 0; i < (sizeof(T) == 8 ? 2 : 1); ++i)  // Newton; the residual is exact to a rounding
    r = r - simt_fma(r * r, r, -m) / (3 * r * r);
  return copysign(simt_ldexp(r, third), v);
}
template <class T>
SIMT_DEVICE T simt_hypot(T x, T y) {
  const T a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
  if (isinf(x) || isinf(y)) return simt_infinity<T>();
  if (isnan(x) || isnan(y)) return x + y;
  if (a == 0) return a;
  int e;
  simt_significand(a, &e);
  const T s = simt_ldexp(a, -e), t = simt_ldexp(b, -e);
  const T square = simt_mul(s, s), low = simt_fma(s, s, -square);
  return simt_ldexp(sqrt(square + simt_fma(t, t, low)), e);
}
