// Constants of the math functions. Written by isa/cuda/math_tables.py; do not edit.
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
