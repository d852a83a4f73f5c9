// bfloat16: __nv_bfloat16 and __nv_bfloat162. Sums, products and quotients are computed in float
// and rounded: float has more than twice the bits, so that the result is the one of a single
// rounding. From sm_80 on fused products and conversions are the instructions' own; before, a fused
// product is rounded twice. CUDA Math API, bfloat16 precision.
#pragma once

#include "cuda_runtime.h"
#include "simt/half_conversions.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __align__(2) __nv_bfloat16 {
  unsigned short simt_bits_;
  __nv_bfloat16() = default;
  SIMT_BOTH_MEMBER __nv_bfloat16(__nv_bfloat16_raw v) : simt_bits_(v.x) {}
  SIMT_BOTH_MEMBER __nv_bfloat16(float v) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(simt_bits_) : "f"(v));
#else
    const unsigned bits = __builtin_bit_cast(unsigned, v);
    simt_bits_ = v != v ? 0x7fff : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
#endif
  }
  SIMT_BOTH_MEMBER __nv_bfloat16(double v) : __nv_bfloat16(simt_round_to_odd(v)) {}
  SIMT_BOTH_MEMBER __nv_bfloat16(int v) : __nv_bfloat16((double)v) {}
  SIMT_BOTH_MEMBER __nv_bfloat16(unsigned v) : __nv_bfloat16((double)v) {}
  SIMT_BOTH_MEMBER operator float() const {
    return __builtin_bit_cast(float, (unsigned)simt_bits_ << 16);
  }
  SIMT_BOTH_MEMBER operator __nv_bfloat16_raw() const {
    return {simt_bits_};
  }

 private:
  // Toward zero with the last bit set where something was lost: a second rounding is then right.
  static SIMT_BOTH_MEMBER float simt_round_to_odd(double v) {
#ifdef __CUDA_ARCH__
    float r;
    asm("cvt.rz.f32.f64 %0, %1;" : "=f"(r) : "d"(v));
    return (double)r == v || v != v
               ? r
               : __builtin_bit_cast(float, __builtin_bit_cast(unsigned, r) | 1);
#else
    return simt_float_to_odd(v);
#endif
  }
};
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  SIMT_BOTH_MEMBER __nv_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) : x(low), y(high) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SIMT_BOTH __nv_bfloat16 simt_bf16(unsigned short bits) {
  __nv_bfloat16 r;
  r.simt_bits_ = bits;
  return r;
}
SIMT_BOTH unsigned simt_pack(__nv_bfloat162 v) {
  return (unsigned)v.y.simt_bits_ << 16 | v.x.simt_bits_;
}
SIMT_BOTH __nv_bfloat162 simt_unpack_bf16(unsigned v) {
  return {simt_bf16((unsigned short)v), simt_bf16((unsigned short)(v >> 16))};
}

#define SIMT_BFLOAT(NAME, SIGN)                                                 \
  SIMT_DEVICE __nv_bfloat16 __h##NAME(__nv_bfloat16 a, __nv_bfloat16 b) {       \
    return __nv_bfloat16((float)a SIGN(float) b);                               \
  }                                                                             \
  SIMT_DEVICE __nv_bfloat162 __h##NAME##2(__nv_bfloat162 a, __nv_bfloat162 b) { \
    return {__h##NAME(a.x, b.x), __h##NAME(a.y, b.y)};                          \
  }
SIMT_BFLOAT(add, +)
SIMT_BFLOAT(sub, -)
SIMT_BFLOAT(mul, *)
#undef SIMT_BFLOAT
SIMT_DEVICE __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(fminf(a, b));
}
SIMT_DEVICE __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(fmaxf(a, b));
}
SIMT_DEVICE __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
SIMT_DEVICE __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
SIMT_DEVICE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  unsigned short r;
  asm("fma.rn.bf16 %0, %1, %2, %3;"
      : "=h"(r)
      : "h"(a.simt_bits_), "h"(b.simt_bits_), "h"(c.simt_bits_));
  return simt_bf16(r);
#else
  return __nv_bfloat16(__builtin_fmaf(a, b, c));
#endif
}
SIMT_DEVICE __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
#define SIMT_TYPE __nv_bfloat16
#define SIMT_PAIR __nv_bfloat162
#define SIMT_WORD bfloat16
#define SIMT_OF_BITS simt_bf16
#define SIMT_UNPACK simt_unpack_bf16
#include "simt/sixteen_bits.h"
