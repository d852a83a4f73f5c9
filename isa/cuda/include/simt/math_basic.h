// What one or a few instructions compute: minimum, rounding, square root, fused products, parts of
// a number. Bounds of error: docs/CUDA.md.
#pragma once

#include "simt/bits.h"
#include "simt/qualifiers.h"

template <class T>
struct simt_real {};
template <>
struct simt_real<float> {
  typedef int Bits;
  static constexpr int kMantissa = 23, kBias = 127;
  static constexpr int kSign = (int)0x80000000, kInfinity = 0x7f800000, kOne = 0x3f800000;
  static constexpr float kTwoToMantissa = 8388608.0f;
};
template <>
struct simt_real<double> {
  typedef long long Bits;
  static constexpr int kMantissa = 52, kBias = 1023;
  static constexpr long long kSign = (long long)0x8000000000000000, kInfinity = 0x7ff0000000000000;
  static constexpr long long kOne = 0x3ff0000000000000;
  static constexpr double kTwoToMantissa = 4503599627370496.0;
};
template <class T>
SIMT_DEVICE typename simt_real<T>::Bits simt_bits(T v) {
  return __builtin_bit_cast(typename simt_real<T>::Bits, v);
}
template <class T>
SIMT_DEVICE T simt_from_bits(typename simt_real<T>::Bits v) {
  return __builtin_bit_cast(T, v);
}
template <class T>
SIMT_DEVICE T simt_infinity() {
  return simt_from_bits<T>(simt_real<T>::kInfinity);
}
template <class T>
SIMT_DEVICE T simt_nan() {
  return simt_from_bits<T>(simt_real<T>::kInfinity | ~simt_real<T>::kSign);
}

SIMT_DEVICE float simt_fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
SIMT_DEVICE double simt_fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

// A product that is rounded for itself: the compiler would join a * b + c to one rounding.
SIMT_DEVICE float simt_mul(float a, float b) {
  float r;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
}
SIMT_DEVICE double simt_mul(double a, double b) {
  double r;
  asm("mul.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
  return r;
}

// A function of float and double that the compiler turns into instructions.
#define SIMT_BUILTIN1(NAME)            \
  SIMT_DEVICE float NAME##f(float v) { \
    return __builtin_##NAME##f(v);     \
  }                                    \
  SIMT_DEVICE double NAME(double v) {  \
    return __builtin_##NAME(v);        \
  }                                    \
  SIMT_DEVICE float NAME(float v) {    \
    return __builtin_##NAME##f(v);     \
  }
#define SIMT_BUILTIN2(NAME)                     \
  SIMT_DEVICE float NAME##f(float a, float b) { \
    return __builtin_##NAME##f(a, b);           \
  }                                             \
  SIMT_DEVICE double NAME(double a, double b) { \
    return __builtin_##NAME(a, b);              \
  }                                             \
  SIMT_DEVICE float NAME(float a, float b) {    \
    return __builtin_##NAME##f(a, b);           \
  }
SIMT_BUILTIN1(fabs)
SIMT_BUILTIN1(sqrt)
SIMT_BUILTIN1(floor)
SIMT_BUILTIN1(ceil)
SIMT_BUILTIN1(trunc)
SIMT_BUILTIN1(rint)
SIMT_BUILTIN1(nearbyint)
SIMT_BUILTIN2(fmin)
SIMT_BUILTIN2(fmax)
SIMT_BUILTIN2(copysign)
#undef SIMT_BUILTIN1
#undef SIMT_BUILTIN2
SIMT_DEVICE float fmaf(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
SIMT_DEVICE float fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
SIMT_DEVICE double fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

SIMT_DEVICE int abs(int v) {
  return v < 0 ? -v : v;
}
SIMT_DEVICE long abs(long v) {
  return v < 0 ? -v : v;
}
SIMT_DEVICE long long abs(long long v) {
  return v < 0 ? -v : v;
}
SIMT_DEVICE float abs(float v) {
  return __builtin_fabsf(v);
}
SIMT_DEVICE double abs(double v) {
  return __builtin_fabs(v);
}
SIMT_DEVICE long labs(long v) {
  return v < 0 ? -v : v;
}
SIMT_DEVICE long long llabs(long long v) {
  return v < 0 ? -v : v;
}

#define SIMT_MIN_MAX(T, A, B)         \
  SIMT_BOTH T min(A a, B b) {         \
    return (T)a < (T)b ? (T)a : (T)b; \
  }                                   \
  SIMT_BOTH T max(A a, B b) {         \
    return (T)a > (T)b ? (T)a : (T)b; \
  }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned, unsigned, unsigned)
SIMT_MIN_MAX(unsigned, int, unsigned)
SIMT_MIN_MAX(unsigned, unsigned, int)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMT_MIN_MAX
#define SIMT_MIN_MAX(T, A, B, F)          \
  SIMT_BOTH T min(A a, B b) {             \
    return __builtin_fmin##F((T)a, (T)b); \
  }                                       \
  SIMT_BOTH T max(A a, B b) {             \
    return __builtin_fmax##F((T)a, (T)b); \
  }
SIMT_MIN_MAX(float, float, float, f)
SIMT_MIN_MAX(double, double, double, )
SIMT_MIN_MAX(double, float, double, )
SIMT_MIN_MAX(double, double, float, )
#undef SIMT_MIN_MAX
SIMT_DEVICE unsigned umin(unsigned a, unsigned b) {
  return min(a, b);
}
SIMT_DEVICE unsigned umax(unsigned a, unsigned b) {
  return max(a, b);
}
SIMT_DEVICE long long llmin(long long a, long long b) {
  return min(a, b);
}
SIMT_DEVICE long long llmax(long long a, long long b) {
  return max(a, b);
}

SIMT_DEVICE float rsqrtf(float v) {
  float r;
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(v));
  return r;
}
SIMT_DEVICE float rsqrt(float v) {
  return rsqrtf(v);
}
SIMT_DEVICE double rsqrt(double v) {
  return 1.0 / __builtin_sqrt(v);
}
