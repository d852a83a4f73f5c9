// Rounding to whole numbers, and what kind of number a value is. Bounds of error: docs/CUDA.md.
#pragma once

#include "simt/math_basic.h"

// Half away from zero: added with one ulp less than a half, so that 0.49999997 stays below.
SIMT_DEVICE float roundf(float v) {
  const float t = truncf(v);
  return copysignf(fabsf(v - t) >= 0.5f ? fabsf(t) + 1.0f : fabsf(t), v);
}
SIMT_DEVICE double round(double v) {
  const double t = trunc(v);
  return copysign(fabs(v - t) >= 0.5 ? fabs(t) + 1.0 : fabs(t), v);
}
SIMT_DEVICE float round(float v) {
  return roundf(v);
}
SIMT_DEVICE long lroundf(float v) {
  return (long)roundf(v);
}
SIMT_DEVICE long long llroundf(float v) {
  return (long long)roundf(v);
}
SIMT_DEVICE long lround(float v) {
  return lroundf(v);
}
SIMT_DEVICE long long llround(float v) {
  return llroundf(v);
}
SIMT_DEVICE long lround(double v) {
  return (long)round(v);
}
SIMT_DEVICE long long llround(double v) {
  return (long long)round(v);
}
SIMT_DEVICE long lrintf(float v) {
  return (long)rintf(v);
}
SIMT_DEVICE long long llrintf(float v) {
  return (long long)rintf(v);
}
SIMT_DEVICE long lrint(float v) {
  return lrintf(v);
}
SIMT_DEVICE long long llrint(float v) {
  return llrintf(v);
}
SIMT_DEVICE long lrint(double v) {
  return (long)rint(v);
}
SIMT_DEVICE long long llrint(double v) {
  return (long long)rint(v);
}

// Those of <cmath> are the host's macros or functions; these serve both kinds of argument.
#define SIMT_CLASSIFY(T)                                                        \
  SIMT_DEVICE bool isnan(T v) {                                                 \
    return v != v;                                                              \
  }                                                                             \
  SIMT_DEVICE bool isinf(T v) {                                                 \
    return (simt_bits(v) & ~simt_real<T>::kSign) == simt_real<T>::kInfinity;    \
  }                                                                             \
  SIMT_DEVICE bool isfinite(T v) {                                              \
    return (simt_bits(v) & simt_real<T>::kInfinity) != simt_real<T>::kInfinity; \
  }                                                                             \
  SIMT_DEVICE bool isnormal(T v) {                                              \
    return isfinite(v) && (simt_bits(v) & simt_real<T>::kInfinity) != 0;        \
  }                                                                             \
  SIMT_DEVICE bool signbit(T v) {                                               \
    return simt_bits(v) < 0;                                                    \
  }
SIMT_CLASSIFY(float)
SIMT_CLASSIFY(double)
#undef SIMT_CLASSIFY
