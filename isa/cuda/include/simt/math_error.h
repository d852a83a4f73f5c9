// Error functions.
#pragma once

#include "simt/math_trig.h"

// e^(-x^2), the square in two parts.
template <class T>
SIMT_DEVICE T simt_exp_minus_square(T x) {
  const T square = simt_mul(x, x), low = simt_fma(x, x, -square);
  return simt_exp(-square) * (1 - low);
}
template <class T>
SIMT_DEVICE T simt_erfc_core(T x) {  // 1/2 and more
  return simt_erfc_polynomial((x - 4) / (x + 4)) / simt_fma((T)2, x, (T)1);
}
template <class T>
SIMT_DEVICE T simt_erf(T v) {
  const T a = fabs(v);
  if (a < 1) return v * simt_erf_polynomial(v * v);
  const T b = a > 6 ? (T)6 : a;
  return v != v ? v : copysign(1 - simt_exp_minus_square(b) * simt_erfc_core(b), v);
}
template <class T>
SIMT_DEVICE T simt_erfc(T v) {
  if (v < (T)0.5 && v > -1) return 1 - v * simt_erf_polynomial(v * v);
  if (v <= -1) return 2 - (v < -8 ? (T)0 : simt_exp_minus_square(v) * simt_erfc_core(-v));
  if (v > 28) return 0;
  return v != v ? v : simt_exp_minus_square(v) * simt_erfc_core(v);
}
