// Half precision of the host: what conversions of the device's are instructions for, in integers.
#pragma once

#include "simt/qualifiers.h"

// Rounded once, to the nearest, ties to even; a NaN is the device's 0x7fff.
static inline unsigned short simt_half_bits(double v) {
  const unsigned long long all = __builtin_bit_cast(unsigned long long, v);
  const unsigned long long size = all & ~0ull >> 1, kInfinity = 0x7ffull << 52;
  const unsigned short sign = (unsigned short)(all >> 48 & 0x8000);
  if (size > kInfinity) return 0x7fff;
  const int exponent = (int)(size >> 52) - 1023;
  if (exponent > 15) return (unsigned short)(sign | 0x7c00);
  if (exponent < -25) return sign;
  const unsigned long long mantissa = (size & ~0ull >> 12) | 1ull << 52;
  const int shift = exponent < -14 ? 28 - exponent : 42;
  const unsigned long long rest = mantissa & ((1ull << shift) - 1), middle = 1ull << (shift - 1);
  unsigned bits = (unsigned)(mantissa >> shift);
  if (exponent >= -14) bits += (unsigned)(exponent + 14) << 10;
  // A carry goes on into the exponent, and from the largest number to infinity.
  if (rest > middle || (rest == middle && (bits & 1) != 0)) ++bits;
  return (unsigned short)(sign | bits);
}
static inline float simt_float_of_half(unsigned short bits) {
  const unsigned sign = (unsigned)(bits & 0x8000) << 16, size = bits & 0x7fff;
  if (size >= 0x7c00) return __builtin_bit_cast(float, sign | 0x7f800000 | (size & 0x3ff) << 13);
  if (size >= 0x400) return __builtin_bit_cast(float, sign | (size + (112 << 10)) << 13);
  const float small = (float)size * 0x1p-24f;
  return sign != 0 ? -small : small;
}
// Toward zero with the last bit set where something was lost: a second rounding is then right.
static inline float simt_float_to_odd(double v) {
  const float near = (float)v;
  if ((double)near == v || v != v) return near;
  unsigned bits = __builtin_bit_cast(unsigned, near);
  if (__builtin_fabs((double)near) > __builtin_fabs(v)) --bits;
  return __builtin_bit_cast(float, bits | 1);
}
