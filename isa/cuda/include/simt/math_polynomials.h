// Polynomials of logarithm, exponential, sine and cosine. Written by isa/cuda/math_tables.py; do
// not edit.
#pragma once

#include "simt/math_constants.h"

// (log(1 + f) - f + f^2/2) / f^3, |f| <= 1/3
SIMT_DEVICE float simt_log_polynomial(float x) {
  float p = 1.12892114e-1f;
  p = simt_fma(p, x, -1.24279318e-1f);
  p = simt_fma(p, x, 1.09238813e-1f);
  p = simt_fma(p, x, -1.22877676e-1f);
  p = simt_fma(p, x, 1.42913641e-1f);
  p = simt_fma(p, x, -1.66733603e-1f);
  p = simt_fma(p, x, 1.9999958e-1f);
  p = simt_fma(p, x, -2.49999437e-1f);
  p = simt_fma(p, x, 3.33333333e-1f);
  return p;
}

// atanh(s)/s^3 - 1/s^2 of z = s^2, s <= 0.21
SIMT_DEVICE double simt_atanh_polynomial(double x) {
  double p = 6.9082769726755483e-2;
  p = simt_fma(p, x, 6.5906486092862401e-2);
  p = simt_fma(p, x, 7.6951939157366376e-2);
  p = simt_fma(p, x, 9.0908487778199885e-2);
  p = simt_fma(p, x, 1.1111111793216301e-1);
  p = simt_fma(p, x, 1.4285714281933951e-1);
  p = simt_fma(p, x, 2.0000000000007969e-1);
  p = simt_fma(p, x, 3.3333333333333331e-1);
  return p;
}

// (atanh(s)/s - 1 - s^2/3) / s^4 of z = s^2, s <= 0.21
SIMT_DEVICE float simt_atanh5_polynomial(float x) {
  float p = 1.17402267e-1f;
  p = simt_fma(p, x, 1.42751605e-1f);
  p = simt_fma(p, x, 2.0000026e-1f);
  return p;
}
SIMT_DEVICE double simt_atanh5_polynomial(double x) {
  double p = 5.7271503002955163e-2;
  p = simt_fma(p, x, 5.1803091178480876e-2);
  p = simt_fma(p, x, 5.886119317158049e-2);
  p = simt_fma(p, x, 6.666567594119624e-2);
  p = simt_fma(p, x, 7.6923092174894238e-2);
  p = simt_fma(p, x, 9.0909090777491379e-2);
  p = simt_fma(p, x, 1.1111111111167906e-1);
  p = simt_fma(p, x, 1.4285714285714191e-1);
  p = simt_fma(p, x, 2.0e-1);
  return p;
}

// (e^r - 1 - r) / r^2, |r| <= 0.35
SIMT_DEVICE float simt_exp_polynomial(float x) {
  float p = 1.98919699e-4f;
  p = simt_fma(p, x, 1.39345317e-3f);
  p = simt_fma(p, x, 8.33331003e-3f);
  p = simt_fma(p, x, 4.16664569e-2f);
  p = simt_fma(p, x, 1.66666667e-1f);
  p = simt_fma(p, x, 5.00000001e-1f);
  return p;
}
SIMT_DEVICE double simt_exp_polynomial(double x) {
  double p = 2.0915433598076005e-9;
  p = simt_fma(p, x, 2.5106262550879079e-8);
  p = simt_fma(p, x, 2.755727183153613e-7);
  p = simt_fma(p, x, 2.755725286336732e-6);
  p = simt_fma(p, x, 2.4801587326990049e-5);
  p = simt_fma(p, x, 1.9841269876840356e-4);
  p = simt_fma(p, x, 1.3888888888883332e-3);
  p = simt_fma(p, x, 8.3333333333255517e-3);
  p = simt_fma(p, x, 4.166666666666667e-2);
  p = simt_fma(p, x, 1.6666666666666671e-1);
  p = simt_fma(p, x, 5.0e-1);
  return p;
}

// (sin(r)/r - 1) / r^2 of z = r^2, |r| <= 0.8
SIMT_DEVICE float simt_sin_polynomial(float x) {
  float p = 2.72384546e-6f;
  p = simt_fma(p, x, -1.98399966e-4f);
  p = simt_fma(p, x, 8.3333317e-3f);
  p = simt_fma(p, x, -1.66666667e-1f);
  return p;
}
SIMT_DEVICE double simt_sin_polynomial(double x) {
  double p = -7.5844368841703013e-13;
  p = simt_fma(p, x, 1.6058492556729892e-10);
  p = simt_fma(p, x, -2.5052105981350751e-8);
  p = simt_fma(p, x, 2.7557319218602576e-6);
  p = simt_fma(p, x, -1.98412698412641e-4);
  p = simt_fma(p, x, 8.333333333333331e-3);
  p = simt_fma(p, x, -1.6666666666666667e-1);
  return p;
}

// (cos(r) - 1 + r^2/2) / r^4 of z = r^2, |r| <= 0.8
SIMT_DEVICE float simt_cos_polynomial(float x) {
  float p = 2.45384749e-5f;
  p = simt_fma(p, x, -1.38882584e-3f);
  p = simt_fma(p, x, 4.16666644e-2f);
  return p;
}
SIMT_DEVICE double simt_cos_polynomial(double x) {
  double p = 4.7446152351836425e-14;
  p = simt_fma(p, x, -1.1470439169481705e-11);
  p = simt_fma(p, x, 2.0876755651474403e-9);
  p = simt_fma(p, x, -2.7557319220993294e-7);
  p = simt_fma(p, x, 2.480158730158411e-5);
  p = simt_fma(p, x, -1.3888888888888888e-3);
  p = simt_fma(p, x, 4.1666666666666667e-2);
  return p;
}
