// bfloat16: __nv_bfloat16 and __nv_bfloat162. Sums, products and quotients are computed in float
// and rounded: float has more than twice the bits, so that the result is the one of a single
// rounding. From sm_80 on fused products and conversions are the instructions' own; before, a fused
// product is rounded twice. CUDA Math API, bfloat16 precision.
#pragma once

#include "cuda_runtime.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __align__(2) __nv_bfloat16 {
  unsigned short simt_bits_;
  __nv_bfloat16() = default;
  SIMT_MEMBER __nv_bfloat16(__nv_bfloat16_raw v) : simt_bits_(v.x) {}
  SIMT_MEMBER __nv_bfloat16(float v) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(simt_bits_) : "f"(v));
#else
    const unsigned bits = __float_as_uint(v);
    simt_bits_ = v != v ? 0x7fff : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
#endif
  }
  SIMT_MEMBER __nv_bfloat16(double v) : __nv_bfloat16(simt_round_to_odd(v)) {}
  SIMT_MEMBER __nv_bfloat16(int v) : __nv_bfloat16((double)v) {}
  SIMT_MEMBER __nv_bfloat16(unsigned v) : __nv_bfloat16((double)v) {}
  SIMT_MEMBER operator float() const {
    return __uint_as_float((unsigned)simt_bits_ << 16);
  }
  SIMT_MEMBER operator __nv_bfloat16_raw() const {
    return {simt_bits_};
  }

 private:
  // Toward zero with the last bit set where something was lost: a second rounding is then right.
  static SIMT_MEMBER float simt_round_to_odd(double v) {
    float r;
    asm("cvt.rz.f32.f64 %0, %1;" : "=f"(r) : "d"(v));
    return (double)r == v || v != v ? r : __uint_as_float(__float_as_uint(r) | 1);
  }
};
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  SIMT_MEMBER __nv_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) : x(low), y(high) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SIMT_DEVICE __nv_bfloat16 simt_bf16(unsigned short bits) {
  __nv_bfloat16 r;
  r.simt_bits_ = bits;
  return r;
}
SIMT_DEVICE unsigned simt_pack(__nv_bfloat162 v) {
  return (unsigned)v.y.simt_bits_ << 16 | v.x.simt_bits_;
}
SIMT_DEVICE __nv_bfloat162 simt_unpack_bf16(unsigned v) {
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
SIMT_DEVICE __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16((float)a / (float)b);
}
SIMT_DEVICE __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) {
  return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
SIMT_DEVICE __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return simt_bf16(a.simt_bits_ ^ 0x8000);
}
SIMT_DEVICE __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return simt_bf16(a.simt_bits_ & 0x7fff);
}
SIMT_DEVICE __nv_bfloat162 __hneg2(__nv_bfloat162 a) {
  return {__hneg(a.x), __hneg(a.y)};
}
SIMT_DEVICE __nv_bfloat162 __habs2(__nv_bfloat162 a) {
  return {__habs(a.x), __habs(a.y)};
}

#define SIMT_COMPARE(NAME, SIGN, OF_NAN)                                        \
  SIMT_DEVICE bool __h##NAME(__nv_bfloat16 a, __nv_bfloat16 b) {                \
    return (float)a SIGN(float) b;                                              \
  }                                                                             \
  SIMT_DEVICE bool __h##NAME##u(__nv_bfloat16 a, __nv_bfloat16 b) {             \
    return !(OF_NAN((float)a, (float)b));                                       \
  }                                                                             \
  SIMT_DEVICE __nv_bfloat162 __h##NAME##2(__nv_bfloat162 a, __nv_bfloat162 b) { \
    return {__nv_bfloat16(__h##NAME(a.x, b.x) ? 1.0f : 0.0f),                   \
            __nv_bfloat16(__h##NAME(a.y, b.y) ? 1.0f : 0.0f)};                  \
  }                                                                             \
  SIMT_DEVICE bool __hb##NAME##2(__nv_bfloat162 a, __nv_bfloat162 b) {          \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                          \
  }                                                                             \
  SIMT_DEVICE bool operator SIGN(__nv_bfloat16 a, __nv_bfloat16 b) {            \
    return __h##NAME(a, b);                                                     \
  }
#define SIMT_NOT_EQ(a, b) (a < b || a > b)
#define SIMT_NOT_LT(a, b) (a >= b)
#define SIMT_NOT_LE(a, b) (a > b)
#define SIMT_NOT_GT(a, b) (a <= b)
#define SIMT_NOT_GE(a, b) (a < b)
SIMT_COMPARE(eq, ==, SIMT_NOT_EQ)
SIMT_COMPARE(lt, <, SIMT_NOT_LT)
SIMT_COMPARE(le, <=, SIMT_NOT_LE)
SIMT_COMPARE(gt, >, SIMT_NOT_GT)
SIMT_COMPARE(ge, >=, SIMT_NOT_GE)
#undef SIMT_COMPARE
#undef SIMT_NOT_EQ
#undef SIMT_NOT_LT
#undef SIMT_NOT_LE
#undef SIMT_NOT_GT
#undef SIMT_NOT_GE
SIMT_DEVICE bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a != (float)b && !isnan((float)a) && !isnan((float)b);
}
SIMT_DEVICE bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a != (float)b;
}
SIMT_DEVICE bool operator!=(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hneu(a, b);
}
SIMT_DEVICE bool __hisnan(__nv_bfloat16 a) {
  return isnan((float)a);
}
SIMT_DEVICE int __hisinf(__nv_bfloat16 a) {
  return isinf((float)a) ? ((float)a > 0 ? 1 : -1) : 0;
}

#define SIMT_OPERATOR(SIGN, OF_ONE, OF_TWO)                                           \
  SIMT_DEVICE __nv_bfloat16 operator SIGN(__nv_bfloat16 a, __nv_bfloat16 b) {         \
    return OF_ONE(a, b);                                                              \
  }                                                                                   \
  SIMT_DEVICE __nv_bfloat162 operator SIGN(__nv_bfloat162 a, __nv_bfloat162 b) {      \
    return OF_TWO(a, b);                                                              \
  }                                                                                   \
  SIMT_DEVICE __nv_bfloat16& operator SIGN##=(__nv_bfloat16& a, __nv_bfloat16 b) {    \
    return a = OF_ONE(a, b);                                                          \
  }                                                                                   \
  SIMT_DEVICE __nv_bfloat162& operator SIGN##=(__nv_bfloat162& a, __nv_bfloat162 b) { \
    return a = OF_TWO(a, b);                                                          \
  }
SIMT_OPERATOR(+, __hadd, __hadd2)
SIMT_OPERATOR(-, __hsub, __hsub2)
SIMT_OPERATOR(*, __hmul, __hmul2)
SIMT_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_OPERATOR
SIMT_DEVICE __nv_bfloat16 operator-(__nv_bfloat16 a) {
  return __hneg(a);
}
SIMT_DEVICE __nv_bfloat162 operator-(__nv_bfloat162 a) {
  return __hneg2(a);
}

#define SIMT_THROUGH_FLOAT(NAME, OF)                      \
  SIMT_DEVICE __nv_bfloat16 h##NAME(__nv_bfloat16 a) {    \
    return __nv_bfloat16(OF((float)a));                   \
  }                                                       \
  SIMT_DEVICE __nv_bfloat162 h2##NAME(__nv_bfloat162 a) { \
    return {h##NAME(a.x), h##NAME(a.y)};                  \
  }
SIMT_THROUGH_FLOAT(sqrt, sqrtf)
SIMT_THROUGH_FLOAT(rsqrt, rsqrtf)
SIMT_THROUGH_FLOAT(rcp, 1.0f /)
SIMT_THROUGH_FLOAT(exp, expf)
SIMT_THROUGH_FLOAT(exp2, exp2f)
SIMT_THROUGH_FLOAT(exp10, exp10f)
SIMT_THROUGH_FLOAT(log, logf)
SIMT_THROUGH_FLOAT(log2, log2f)
SIMT_THROUGH_FLOAT(log10, log10f)
SIMT_THROUGH_FLOAT(sin, sinf)
SIMT_THROUGH_FLOAT(cos, cosf)
SIMT_THROUGH_FLOAT(floor, floorf)
SIMT_THROUGH_FLOAT(ceil, ceilf)
SIMT_THROUGH_FLOAT(trunc, truncf)
SIMT_THROUGH_FLOAT(rint, rintf)
#undef SIMT_THROUGH_FLOAT

SIMT_DEVICE __nv_bfloat16 __float2bfloat16(float v) {
  return __nv_bfloat16(v);
}
SIMT_DEVICE __nv_bfloat16 __float2bfloat16_rn(float v) {
  return __nv_bfloat16(v);
}
SIMT_DEVICE __nv_bfloat16 __double2bfloat16(double v) {
  return __nv_bfloat16(v);
}
SIMT_DEVICE float __bfloat162float(__nv_bfloat16 v) {
  return (float)v;
}
SIMT_DEVICE __nv_bfloat16 __int2bfloat16_rn(int v) {
  return __nv_bfloat16(v);
}
SIMT_DEVICE __nv_bfloat16 __uint2bfloat16_rn(unsigned v) {
  return __nv_bfloat16(v);
}
SIMT_DEVICE int __bfloat162int_rn(__nv_bfloat16 v) {
  return __float2int_rn((float)v);
}
SIMT_DEVICE int __bfloat162int_rz(__nv_bfloat16 v) {
  return __float2int_rz((float)v);
}
SIMT_DEVICE unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) {
  return v.simt_bits_;
}
SIMT_DEVICE short __bfloat16_as_short(__nv_bfloat16 v) {
  return (short)v.simt_bits_;
}
SIMT_DEVICE __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) {
  return simt_bf16(v);
}
SIMT_DEVICE __nv_bfloat16 __short_as_bfloat16(short v) {
  return simt_bf16((unsigned short)v);
}
SIMT_DEVICE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) {
  return v.x;
}
SIMT_DEVICE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) {
  return v.y;
}
SIMT_DEVICE float __low2float(__nv_bfloat162 v) {
  return (float)v.x;
}
SIMT_DEVICE float __high2float(__nv_bfloat162 v) {
  return (float)v.y;
}
SIMT_DEVICE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return {low, high};
}
SIMT_DEVICE __nv_bfloat162 make_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return {low, high};
}
SIMT_DEVICE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 v) {
  return {v, v};
}
SIMT_DEVICE __nv_bfloat162 __float2bfloat162_rn(float v) {
  return {__nv_bfloat16(v), __nv_bfloat16(v)};
}
SIMT_DEVICE __nv_bfloat162 __floats2bfloat162_rn(float low, float high) {
  return {__nv_bfloat16(low), __nv_bfloat16(high)};
}
SIMT_DEVICE __nv_bfloat162 __float22bfloat162_rn(float2 v) {
  return {__nv_bfloat16(v.x), __nv_bfloat16(v.y)};
}
SIMT_DEVICE float2 __bfloat1622float2(__nv_bfloat162 v) {
  return {(float)v.x, (float)v.y};
}
SIMT_DEVICE __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) {
  return {v.y, v.x};
}
SIMT_DEVICE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) {
  return {v.x, v.x};
}
SIMT_DEVICE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) {
  return {v.y, v.y};
}

SIMT_DEVICE __nv_bfloat16 __ldg(const __nv_bfloat16* p) {
  return simt_bf16(__ldg((const unsigned short*)p));
}
SIMT_DEVICE __nv_bfloat162 __ldg(const __nv_bfloat162* p) {
  return simt_unpack_bf16(__ldg((const unsigned*)p));
}
#define SIMT_SHUFFLE(NAME, DISTANCE)                                                             \
  SIMT_DEVICE __nv_bfloat162 NAME(unsigned mask, __nv_bfloat162 v, DISTANCE d, int width = 32) { \
    return simt_unpack_bf16(NAME(mask, simt_pack(v), d, width));                                 \
  }                                                                                              \
  SIMT_DEVICE __nv_bfloat16 NAME(unsigned mask, __nv_bfloat16 v, DISTANCE d, int width = 32) {   \
    return simt_bf16((unsigned short)NAME(mask, (unsigned)v.simt_bits_, d, width));              \
  }
SIMT_SHUFFLE(__shfl_sync, int)
SIMT_SHUFFLE(__shfl_up_sync, unsigned)
SIMT_SHUFFLE(__shfl_down_sync, unsigned)
SIMT_SHUFFLE(__shfl_xor_sync, int)
#undef SIMT_SHUFFLE
