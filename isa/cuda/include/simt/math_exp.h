// Exponential and logarithm, power, hyperbolic functions.
#pragma once

#include "simt/math_polynomials.h"
#include "simt/math_polynomials_inverse.h"
#include "simt/math_scale.h"

// e^r, |r| <= 0.35
SIMT_DEVICE float simt_exp_core(float r) {
  float p;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(p) : "f"(r * simt_constant<float>::kLog2E));
  return p;
}
SIMT_DEVICE double simt_exp_core(double r) {
  return 1.0 + simt_fma(r * r, simt_exp_polynomial(r), r);
}
// e^(j ln 2 + r), the limits of the type checked by the caller.
template <class T>
SIMT_DEVICE T simt_exp(T x) {
  typedef simt_constant<T> L;
  const T most = (T)(simt_real<T>::kBias * 0.75), least = (T)(-simt_real<T>::kBias * 0.8 - 10);
  x = x > most ? most : x < least ? least : x;  // NaN stays
  const T j = rint(x * L::kLog2E);
  return simt_scale(simt_exp_core(simt_fma(-j, L::kLn2Low, simt_fma(-j, L::kLn2, x))), (int)j);
}
template <class T>
SIMT_DEVICE T simt_exp10(T x) {
  typedef simt_constant<T> L;
  const T most = (T)(simt_real<T>::kBias * 0.32), least = (T)(-simt_real<T>::kBias * 0.34 - 5);
  x = x > most ? most : x < least ? least : x;
  const T j = rint(x * L::kLog2Of10);
  const T f = simt_fma(x, L::kLog2Of10Low, simt_fma(x, L::kLog2Of10, -j));
  return simt_scale(simt_exp_core(f * L::kLn2), (int)j);
}
SIMT_DEVICE float simt_exp2(float x) {
  float r;
  asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
SIMT_DEVICE double simt_exp2(double x) {
  x = x > 1100.0 ? 1100.0 : x < -1100.0 ? -1100.0 : x;
  const double j = rint(x);
  return simt_scale(simt_exp_core((x - j) * simt_constant<double>::kLn2), (int)j);
}
// 2^j (e^r - 1) + (2^j - 1)
template <class T>
SIMT_DEVICE T simt_expm1(T x) {
  typedef simt_constant<T> L;
  const T most = (T)((simt_real<T>::kBias + 1.2) * 0.6931471805599453);  // just infinite
  if (x < (T)-40) return (T)-1;
  const T y = x > most ? most : x;
  const T j = rint(y * L::kLog2E);
  const T r = simt_fma(-j, L::kLn2Low, simt_fma(-j, L::kLn2, y));
  const T p = simt_fma(r * r, simt_exp_polynomial(r), r);
  const T half = simt_power_of_two<T>((int)j - 1);  // 2^j itself may be infinite
  const T result = simt_fma(half, p, half - (T)0.5) * 2;
  return x == 0 ? x : result;
}

// log(1 + f), f from -1/3 to 1/3
SIMT_DEVICE float simt_log_core(float f) {
  return simt_fma(f * f, simt_fma(f, simt_log_polynomial(f), -0.5f), f);
}
SIMT_DEVICE double simt_log_core(double f) {
  const double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
  return f - (half - s * simt_fma(2.0 * z, simt_atanh_polynomial(z), half));
}
// v = 2^e (1 + f), f from -1/3 to 1/3; v is positive and finite.
template <class T>
SIMT_DEVICE T simt_split(T v, T* e) {
  typedef simt_real<T> R;
  typename R::Bits low = 0;
  if (simt_bits(v) < (typename R::Bits)1 << R::kMantissa) {
    v *= R::kTwoToMantissa;
    low = R::kMantissa;
  }
  const auto two_thirds = simt_bits((T)(2.0 / 3.0));
  const auto steps = (simt_bits(v) - two_thirds) >> R::kMantissa;
  *e = (T)(int)(steps - low);
  return simt_from_bits<T>(simt_bits(v) - (steps << R::kMantissa)) - (T)1;
}
template <class T>
SIMT_DEVICE bool simt_no_logarithm(T v) {
  return !(v > 0 && v < simt_infinity<T>());
}
template <class T>
SIMT_DEVICE T simt_log_special(T v) {
  return v == 0 ? -simt_infinity<T>() : v < 0 ? simt_nan<T>() : v;
}
template <class T>
SIMT_DEVICE T simt_log(T v) {
  typedef simt_constant<T> L;
  if (simt_no_logarithm(v)) return simt_log_special(v);
  T e;
  const T core = simt_log_core(simt_split(v, &e));
  return simt_fma(e, L::kLn2, simt_fma(e, L::kLn2Low, core));
}
// High and low part of log(1 + f): what other bases are made of.
template <class T>
SIMT_DEVICE T simt_log_base(T v, T scale, T scale_low, T two, T two_low) {
  if (simt_no_logarithm(v)) return simt_log_special(v);
  T e;
  const T core = simt_log_core(simt_split(v, &e));
  const T high = simt_mul(core, scale);
  const T low = simt_fma(core, scale, -high) + core * scale_low + e * two_low;
  return simt_fma(e, two, high + low);
}
template <class T>
SIMT_DEVICE T simt_log2(T v) {
  typedef simt_constant<T> L;
  return simt_log_base(v, L::kLog2E, L::kLog2ELow, (T)1, (T)0);
}
template <class T>
SIMT_DEVICE T simt_log10(T v) {
  typedef simt_constant<T> L;
  return simt_log_base(v, L::kLog10E, L::kLog10ELow, L::kLog10Of2, L::kLog10Of2Low);
}
template <class T>
SIMT_DEVICE T simt_log1p(T v) {
  if (fabs(v) < (T)0.3) return v == 0 ? v : simt_log_core(v);
  if (!(v > -1) || isinf(v)) return v == -1 ? -simt_infinity<T>() : v < -1 ? simt_nan<T>() : v;
  const T u = 1 + v;
  const T lost = v >= 1 ? 1 - (u - v) : v - (u - 1);
  return simt_log(u) + lost / u;
}
template <class T>
SIMT_DEVICE T simt_sinh(T v) {
  const T a = fabs(v);
  const T e = simt_expm1(a < (T)0.5 * simt_real<T>::kBias ? a : a * (T)0.5);
  T r;
  if (a < (T)0.5 * simt_real<T>::kBias)
    r = (T)0.5 * (e + e / (e + 1));
  else
    r = (T)0.5 * e * e;
  return copysign(r, v);
}
template <class T>
SIMT_DEVICE T simt_cosh(T v) {
  const T a = fabs(v);
  if (a < (T)0.5 * simt_real<T>::kBias) {
    const T e = simt_exp(a);
    return (T)0.5 * e + (T)0.5 / e;
  }
  const T e = simt_exp(a * (T)0.5);
  return (T)0.5 * e * e;
}
template <class T>
SIMT_DEVICE T simt_tanh(T v) {
  const T a = fabs(v);
  if (a < (T)0.56) return copysign(simt_fma(a * a * a, simt_tanh_polynomial(a * a), a), v);
  const T e = simt_exp(2 * (a > 25 ? (T)25 : a));
  return v != v ? v : copysign(1 - 2 / (e + 1), v);
}
template <class T>
SIMT_DEVICE T simt_asinh(T v) {
  const T a = fabs(v);
  if (a > simt_real<T>::kTwoToMantissa) return copysign(simt_log(a) + simt_constant<T>::kLn2, v);
  const T square = a * a;
  return copysign(simt_log1p(a + square / (1 + sqrt(1 + square))), v);
}
template <class T>
SIMT_DEVICE T simt_acosh(T v) {
  if (v > simt_real<T>::kTwoToMantissa) return simt_log(v) + simt_constant<T>::kLn2;
  const T t = v - 1;
  return v < 1 ? simt_nan<T>() : simt_log1p(t + sqrt(simt_fma(t, t, 2 * t)));
}
template <class T>
SIMT_DEVICE T simt_atanh(T v) {
  const T a = fabs(v);
  return copysign((T)0.5 * simt_log1p(2 * a / (1 - a)), v);
}
