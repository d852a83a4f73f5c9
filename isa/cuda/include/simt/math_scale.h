// Exponents and significands, remainders, neighbours: exact functions.
#pragma once

#include "simt/math_round.h"

// 2^n, n from -kBias + 1 to kBias.
template <class T>
SIMT_DEVICE T simt_power_of_two(int n) {
  typedef typename simt_real<T>::Bits Bits;
  return simt_from_bits<T>((Bits)(n + simt_real<T>::kBias) << simt_real<T>::kMantissa);
}
// v * 2^n where the result of two steps is rounded once at most: |n| <= 2 * kBias.
template <class T>
SIMT_DEVICE T simt_scale(T v, int n) {
  const int half = n >> 1;
  return v * simt_power_of_two<T>(half) * simt_power_of_two<T>(n - half);
}
template <class T>
SIMT_DEVICE T simt_ldexp(T v, int n) {
  typedef simt_real<T> R;
  // Steps by normal powers of two; only the last one can round.
  const T up = simt_power_of_two<T>(R::kBias),
          down = simt_power_of_two<T>(R::kMantissa + 1 - R::kBias);
  for (int i = 0; i < 2 && n > R::kBias; ++i, n -= R::kBias) v *= up;
  for (int i = 0; i < 3 && n < 1 - R::kBias; ++i, n -= R::kMantissa + 1 - R::kBias) v *= down;
  n = n > R::kBias ? R::kBias : n < 1 - R::kBias ? 1 - R::kBias : n;
  return v * simt_power_of_two<T>(n);
}
// |v| = m * 2^e with m from 1 to 2; v is finite and not 0.
template <class T>
SIMT_DEVICE T simt_significand(T v, int* e) {
  typedef simt_real<T> R;
  int low = 0;
  if ((simt_bits(v) & R::kInfinity) == 0) {
    v *= R::kTwoToMantissa;
    low = R::kMantissa;
  }
  *e = (int)((simt_bits(v) & R::kInfinity) >> R::kMantissa) - R::kBias - low;
  return simt_from_bits<T>((simt_bits(v) & ~R::kInfinity & ~R::kSign) | R::kOne);
}
template <class T>
SIMT_DEVICE T simt_frexp(T v, int* e) {
  *e = 0;
  if (v == 0 || !isfinite(v)) return v;
  const T m = simt_significand(v, e);
  *e += 1;
  return copysign(m * (T)0.5, v);
}
template <class T>
SIMT_DEVICE int simt_ilogb(T v) {
  int e = 0;
  if (v == 0 || isnan(v)) return -2147483647 - 1;
  if (!isfinite(v)) return 2147483647;
  simt_significand(v, &e);
  return e;
}
template <class T>
SIMT_DEVICE T simt_logb(T v) {
  if (v == 0) return -simt_infinity<T>();
  return isfinite(v) ? (T)simt_ilogb(v) : v * v;
}
template <class T>
SIMT_DEVICE T simt_modf(T v, T* whole) {
  *whole = trunc(v);
  return copysign(isinf(v) ? (T)0 : v - *whole, v);
}
template <class T>
SIMT_DEVICE T simt_nextafter(T a, T b) {
  if (isnan(a) || isnan(b)) return a + b;
  if (a == b) return b;
  if (a == 0) return copysign(simt_from_bits<T>(1), b);
  return simt_from_bits<T>(simt_bits(a) + ((a < b) == (a > 0) ? 1 : -1));
}
// Subtracts b * 2^k for each bit k of the quotient that is set: every step is exact.
template <class T>
SIMT_DEVICE T simt_fmod(T a, T b) {
  const T most = fabs(b);
  T rest = fabs(a);
  if (isnan(a) || isnan(b) || isinf(a) || b == 0) return simt_nan<T>();
  if (isinf(b) || rest < most) return a;
  int ea, eb;
  simt_significand(rest, &ea);
  simt_significand(most, &eb);
  for (int k = ea - eb; k >= 0; --k) {
    const T step = simt_ldexp(most, k);  // may be infinite: then it is more than rest
    if (rest >= step) rest -= step;
  }
  return copysign(rest, a);
}
template <class T>
SIMT_DEVICE T simt_remainder(T a, T b) {
  if (isnan(a) || isnan(b) || isinf(a) || b == 0) return simt_nan<T>();
  if (isinf(b)) return a;
  const T most = fabs(b);
  T rest = fabs(a);
  bool odd = false;
  int ea = 0, eb = 0;
  if (rest >= most) {
    simt_significand(rest, &ea);
    simt_significand(most, &eb);
    for (int k = ea - eb; k >= 0; --k) {
      const T step = simt_ldexp(most, k);
      odd = rest >= step;
      if (odd) rest -= step;
    }
  }
  const T other = most - rest;  // exact where it decides
  if (rest > other || (rest == other && odd)) rest = -other;
  return simt_bits(a) < 0 ? -rest : rest;
}

#define SIMT_EXACT(T, F)                                        \
  SIMT_DEVICE T ldexp##F(T v, int n) {                          \
    return simt_ldexp(v, n);                                    \
  }                                                             \
  SIMT_DEVICE T scalbn##F(T v, int n) {                         \
    return simt_ldexp(v, n);                                    \
  }                                                             \
  SIMT_DEVICE T frexp##F(T v, int* e) {                         \
    return simt_frexp(v, e);                                    \
  }                                                             \
  SIMT_DEVICE int ilogb##F(T v) {                               \
    return simt_ilogb(v);                                       \
  }                                                             \
  SIMT_DEVICE T logb##F(T v) {                                  \
    return simt_logb(v);                                        \
  }                                                             \
  SIMT_DEVICE T modf##F(T v, T* whole) {                        \
    return simt_modf(v, whole);                                 \
  }                                                             \
  SIMT_DEVICE T nextafter##F(T a, T b) {                        \
    return simt_nextafter(a, b);                                \
  }                                                             \
  SIMT_DEVICE T fmod##F(T a, T b) {                             \
    return simt_fmod(a, b);                                     \
  }                                                             \
  SIMT_DEVICE T remainder##F(T a, T b) {                        \
    return simt_remainder(a, b);                                \
  }                                                             \
  SIMT_DEVICE T fdim##F(T a, T b) {                             \
    return isnan(a) || isnan(b) ? a + b : a > b ? a - b : (T)0; \
  }
SIMT_EXACT(float, f)
SIMT_EXACT(double, )
#undef SIMT_EXACT
SIMT_DEVICE float ldexp(float v, int n) {
  return simt_ldexp(v, n);
}
SIMT_DEVICE float scalbn(float v, int n) {
  return simt_ldexp(v, n);
}
SIMT_DEVICE float frexp(float v, int* e) {
  return simt_frexp(v, e);
}
SIMT_DEVICE float modf(float v, float* whole) {
  return simt_modf(v, whole);
}
SIMT_DEVICE int ilogb(float v) {
  return simt_ilogb(v);
}
SIMT_DEVICE float logb(float v) {
  return simt_logb(v);
}
SIMT_DEVICE float nextafter(float a, float b) {
  return simt_nextafter(a, b);
}
SIMT_DEVICE float fmod(float a, float b) {
  return simt_fmod(a, b);
}
SIMT_DEVICE float remainder(float a, float b) {
  return simt_remainder(a, b);
}
SIMT_DEVICE float fdim(float a, float b) {
  return fdimf(a, b);
}
