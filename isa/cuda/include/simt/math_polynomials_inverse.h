// Polynomials of inverse and hyperbolic functions and erf. Written by isa/cuda/math_tables.py; do
// not edit.
#pragma once

#include "simt/math_constants.h"

// (atan(x)/x - 1) / x^2 of z = x^2, x <= 1
SIMT_DEVICE float simt_atan_polynomial(float x) {
  float p = -2.38699732e-3f;
  p = simt_fma(p, x, 1.35077714e-2f);
  p = simt_fma(p, x, -3.5871539e-2f);
  p = simt_fma(p, x, 6.25016944e-2f);
  p = simt_fma(p, x, -8.65688043e-2f);
  p = simt_fma(p, x, 1.10337641e-1f);
  p = simt_fma(p, x, -1.42785687e-1f);
  p = simt_fma(p, x, 1.99997393e-1f);
  p = simt_fma(p, x, -3.33333317e-1f);
  return p;
}
SIMT_DEVICE double simt_atan_polynomial(double x) {
  double p = 7.7676243302899186e-6;
  p = simt_fma(p, x, -9.3711863450526254e-5);
  p = simt_fma(p, x, 5.3768392973962447e-4);
  p = simt_fma(p, x, -1.9612554271685326e-3);
  p = simt_fma(p, x, 5.1409128567469387e-3);
  p = simt_fma(p, x, -1.0412153260359242e-2);
  p = simt_fma(p, x, 1.7183981722113348e-2);
  p = simt_fma(p, x, -2.4191345810140719e-2);
  p = simt_fma(p, x, 3.0330719265790507e-2);
  p = simt_fma(p, x, -3.5271331066871294e-2);
  p = simt_fma(p, x, 3.9386875407986321e-2);
  p = simt_fma(p, x, -4.3306538430670663e-2);
  p = simt_fma(p, x, 4.7580800836378206e-2);
  p = simt_fma(p, x, -5.2624922290256753e-2);
  p = simt_fma(p, x, 5.8822644167764488e-2);
  p = simt_fma(p, x, -6.6666579345737678e-2);
  p = simt_fma(p, x, 7.6923070788270293e-2);
  p = simt_fma(p, x, -9.0909090619352799e-2);
  p = simt_fma(p, x, 1.1111111110268297e-1);
  p = simt_fma(p, x, -1.4285714285701233e-1);
  p = simt_fma(p, x, 1.9999999999999919e-1);
  p = simt_fma(p, x, -3.3333333333333333e-1);
  return p;
}

// (asin(x)/x - 1) / x^2 of z = x^2, x <= 0.5
SIMT_DEVICE float simt_asin_polynomial(float x) {
  float p = 3.80939621e-2f;
  p = simt_fma(p, x, 2.6550663e-2f);
  p = simt_fma(p, x, 4.50018941e-2f);
  p = simt_fma(p, x, 7.49885296e-2f);
  p = simt_fma(p, x, 1.66666724e-1f);
  return p;
}
SIMT_DEVICE double simt_asin_polynomial(double x) {
  double p = 2.8187667142318099e-2;
  p = simt_fma(p, x, -1.0773195325585557e-2);
  p = simt_fma(p, x, 1.6049124584949318e-2);
  p = simt_fma(p, x, 7.798626407562233e-3);
  p = simt_fma(p, x, 1.1876344296279417e-2);
  p = simt_fma(p, x, 1.3929545950485803e-2);
  p = simt_fma(p, x, 1.7355268563953519e-2);
  p = simt_fma(p, x, 2.2372047201808885e-2);
  p = simt_fma(p, x, 3.038194737955916e-2);
  p = simt_fma(p, x, 4.464285710323956e-2);
  p = simt_fma(p, x, 7.5000000000208697e-2);
  p = simt_fma(p, x, 1.6666666666666649e-1);
  return p;
}

// (tanh(x)/x - 1) / x^2 of z = x^2, x <= 0.56
SIMT_DEVICE float simt_tanh_polynomial(float x) {
  float p = -6.54193629e-3f;
  p = simt_fma(p, x, 2.12724144e-2f);
  p = simt_fma(p, x, -5.39032913e-2f);
  p = simt_fma(p, x, 1.3333082e-1f);
  p = simt_fma(p, x, -3.33333318e-1f);
  return p;
}
SIMT_DEVICE double simt_tanh_polynomial(double x) {
  double p = -2.0137392529794217e-5;
  p = simt_fma(p, x, 8.4431074688451752e-5);
  p = simt_fma(p, x, -2.3421094694611231e-4);
  p = simt_fma(p, x, 5.8879067253194314e-4);
  p = simt_fma(p, x, -1.4556317865743327e-3);
  p = simt_fma(p, x, 3.5921065495890025e-3);
  p = simt_fma(p, x, -8.8632341019018067e-3);
  p = simt_fma(p, x, 2.1869488480592171e-2);
  p = simt_fma(p, x, -5.3968253967142189e-2);
  p = simt_fma(p, x, 1.3333333333332464e-1);
  p = simt_fma(p, x, -3.3333333333333332e-1);
  return p;
}

// erf(x)/x of z = x^2, x <= 1
SIMT_DEVICE float simt_erf_polynomial(float x) {
  float p = 7.87587506e-5f;
  p = simt_fma(p, x, -8.01686429e-4f);
  p = simt_fma(p, x, 5.18908742e-3f);
  p = simt_fma(p, x, -2.6854212e-2f);
  p = simt_fma(p, x, 1.12835947e-1f);
  p = simt_fma(p, x, -3.76126267e-1f);
  p = simt_fma(p, x, 1.12837917f);
  return p;
}
SIMT_DEVICE double simt_erf_polynomial(double x) {
  double p = 5.9571761477489114e-11;
  p = simt_fma(p, x, -1.1372848856791674e-9);
  p = simt_fma(p, x, 1.4659775274047436e-8);
  p = simt_fma(p, x, -1.6350312701054695e-7);
  p = simt_fma(p, x, 1.6461000484121368e-6);
  p = simt_fma(p, x, -1.4925595266831182e-5);
  p = simt_fma(p, x, 1.2055331111642711e-4);
  p = simt_fma(p, x, -8.5483269808337899e-4);
  p = simt_fma(p, x, 5.2239776248180145e-3);
  p = simt_fma(p, x, -2.6866170645076793e-2);
  p = simt_fma(p, x, 1.1283791670954879e-1);
  p = simt_fma(p, x, -3.7612638903183748e-1);
  p = simt_fma(p, x, 1.1283791670955126);
  return p;
}

// exp(x^2) * erfc(x) * (1 + 2x) of q = (x - 4) / (x + 4), 0.5 <= x <= 28
SIMT_DEVICE float simt_erfc_polynomial(float x) {
  float p = 1.32469175e-4f;
  p = simt_fma(p, x, -2.33665732e-4f);
  p = simt_fma(p, x, -7.46767672e-4f);
  p = simt_fma(p, x, 5.05407146e-3f);
  p = simt_fma(p, x, -1.62006355e-2f);
  p = simt_fma(p, x, 3.71603499e-2f);
  p = simt_fma(p, x, -6.63301026e-2f);
  p = simt_fma(p, x, 9.373399e-2f);
  p = simt_fma(p, x, -1.01039055e-1f);
  p = simt_fma(p, x, 6.80969734e-2f);
  p = simt_fma(p, x, 1.53796502e-2f);
  p = simt_fma(p, x, -1.39621115e-1f);
  p = simt_fma(p, x, 1.23299512f);
  return p;
}
SIMT_DEVICE double simt_erfc_polynomial(double x) {
  double p = 1.5225510590444673e-9;
  p = simt_fma(p, x, 2.4095507102007023e-9);
  p = simt_fma(p, x, -1.4706474153378012e-8);
  p = simt_fma(p, x, -1.9737049483842969e-8);
  p = simt_fma(p, x, 1.1056142491180841e-7);
  p = simt_fma(p, x, 7.7146479587813417e-8);
  p = simt_fma(p, x, -8.2553462197759666e-7);
  p = simt_fma(p, x, 2.9184650898434357e-7);
  p = simt_fma(p, x, 5.7096206340554231e-6);
  p = simt_fma(p, x, -1.1221081728281965e-5);
  p = simt_fma(p, x, -2.4399116064772031e-5);
  p = simt_fma(p, x, 1.5062138416111932e-4);
  p = simt_fma(p, x, -1.9925673013727148e-4);
  p = simt_fma(p, x, -7.5777323136822596e-4);
  p = simt_fma(p, x, 5.0319699848993972e-3);
  p = simt_fma(p, x, -1.6197734064788999e-2);
  p = simt_fma(p, x, 3.7167515536740766e-2);
  p = simt_fma(p, x, -6.6330365811716722e-2);
  p = simt_fma(p, x, 9.3732834998390862e-2);
  p = simt_fma(p, x, -1.0103906603632293e-1);
  p = simt_fma(p, x, 6.8097054254691677e-2);
  p = simt_fma(p, x, 1.5379652102620015e-2);
  p = simt_fma(p, x, -1.3962111684056251e-1);
  p = simt_fma(p, x, 1.2329951186255525);
  return p;
}
