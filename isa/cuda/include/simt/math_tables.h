// Constants and polynomials of the math functions. Written by isa/cuda/math_tables.py; do not edit.
#pragma once

#include "simt/math_basic.h"

template <class T>
struct simt_constant {};
template <>
struct simt_constant<float> {
  static constexpr float kLn2 = 6.93147182e-1f;
  static constexpr float kLn2Low = -1.90465421e-9f;
  static constexpr float kLog2E = 1.44269502f;
  static constexpr float kLog2ELow = 1.92596303e-8f;
  static constexpr float kLog2Of10 = 3.32192802f;
  static constexpr float kLog2Of10Low = 7.05953696e-8f;
  static constexpr float kLog10Of2 = 3.0103001e-1f;
  static constexpr float kLog10Of2Low = -1.43209888e-8f;
  static constexpr float kLog10E = 4.34294492e-1f;
  static constexpr float kLog10ELow = -1.010305e-8f;
  static constexpr float kThird = 3.33333343e-1f;
  static constexpr float kThirdLow = -9.93410776e-9f;
  static constexpr float kTwoOverPi = 6.36619747e-1f;
  static constexpr float kHalfPi = 1.57079637f;
  static constexpr float kHalfPiLow = -4.37113883e-8f;
  static constexpr float kHalfPiLowest = -1.71512451e-15f;
  static constexpr float kPi = 3.14159274f;
  static constexpr float kPiLow = -8.74227766e-8f;
};
template <>
struct simt_constant<double> {
  static constexpr double kLn2 = 6.9314718055994529e-1;
  static constexpr double kLn2Low = 2.3190468138462996e-17;
  static constexpr double kLog2E = 1.4426950408889634;
  static constexpr double kLog2ELow = 2.0355273740931033e-17;
  static constexpr double kLog2Of10 = 3.3219280948873622;
  static constexpr double kLog2Of10Low = 1.661617516973592e-16;
  static constexpr double kLog10Of2 = 3.010299956639812e-1;
  static constexpr double kLog10Of2Low = -2.8037281277851704e-18;
  static constexpr double kLog10E = 4.3429448190325182e-1;
  static constexpr double kLog10ELow = 1.0983196502167651e-17;
  static constexpr double kThird = 3.3333333333333331e-1;
  static constexpr double kThirdLow = 1.8503717077085941e-17;
  static constexpr double kTwoOverPi = 6.3661977236758138e-1;
  static constexpr double kHalfPi = 1.5707963267948966;
  static constexpr double kHalfPiLow = 6.123233995736766e-17;
  static constexpr double kHalfPiLowest = -1.4973849048591698e-33;
  static constexpr double kPi = 3.1415926535897931;
  static constexpr double kPiLow = 1.2246467991473532e-16;
};

// 2 / pi: bits after the point, 64 in each word.
static __device__ const unsigned long long simt_two_over_pi[19] = {
    0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
    0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
    0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
    0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
    0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull};

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
