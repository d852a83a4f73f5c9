// Half precision: __half and __half2. Arithmetic is the instructions' own (sm_53 and later),
// functions such as hexp are computed in float and rounded once more. CUDA Math API, half
// precision.
#pragma once

#include "cuda_runtime.h"

struct __half_raw {
  unsigned short x;
};
struct __align__(2) __half {
  unsigned short simt_bits_;
  __half() = default;
  SIMT_MEMBER __half(__half_raw v) : simt_bits_(v.x) {}
  SIMT_MEMBER __half(float v) {
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(simt_bits_) : "f"(v));
  }
  SIMT_MEMBER __half(double v) {
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(simt_bits_) : "d"(v));
  }
#define SIMT_HALF_OF(T) \
  SIMT_MEMBER __half(T v) : __half((float)v) {}
  SIMT_HALF_OF(int)
  SIMT_HALF_OF(unsigned)
  SIMT_HALF_OF(short)
  SIMT_HALF_OF(unsigned short)
  SIMT_HALF_OF(long long)
  SIMT_HALF_OF(unsigned long long)
#undef SIMT_HALF_OF
  SIMT_MEMBER operator float() const {
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(simt_bits_));
    return r;
  }
  SIMT_MEMBER operator __half_raw() const {
    return {simt_bits_};
  }
};
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  SIMT_MEMBER __half2(__half low, __half high) : x(low), y(high) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

SIMT_DEVICE __half simt_f16(unsigned short bits) {
  __half r;
  r.simt_bits_ = bits;
  return r;
}
SIMT_DEVICE unsigned simt_pack(__half2 v) {
  return (unsigned)v.y.simt_bits_ << 16 | v.x.simt_bits_;
}
SIMT_DEVICE __half2 simt_unpack_f16(unsigned v) {
  return {simt_f16((unsigned short)v), simt_f16((unsigned short)(v >> 16))};
}

#define SIMT_HALF2ARG(NAME, OP)                                                  \
  SIMT_DEVICE __half NAME(__half a, __half b) {                                  \
    unsigned short r;                                                            \
    asm(OP ".f16 %0, %1, %2;" : "=h"(r) : "h"(a.simt_bits_), "h"(b.simt_bits_)); \
    return simt_f16(r);                                                          \
  }
#define SIMT_HALF2_2ARG(NAME, OP)                                                  \
  SIMT_DEVICE __half2 NAME(__half2 a, __half2 b) {                                 \
    unsigned r;                                                                    \
    asm(OP ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(simt_pack(a)), "r"(simt_pack(b))); \
    return simt_unpack_f16(r);                                                     \
  }
SIMT_HALF2ARG(__hadd, "add")
SIMT_HALF2ARG(__hadd_rn, "add.rn")
SIMT_HALF2ARG(__hsub, "sub")
SIMT_HALF2ARG(__hmul, "mul")
SIMT_HALF2_2ARG(__hadd2, "add")
SIMT_HALF2_2ARG(__hsub2, "sub")
SIMT_HALF2_2ARG(__hmul2, "mul")
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
SIMT_HALF2ARG(__hmin, "min")
SIMT_HALF2ARG(__hmax, "max")
SIMT_HALF2_2ARG(__hmin2, "min")
SIMT_HALF2_2ARG(__hmax2, "max")
#else
SIMT_DEVICE __half __hmin(__half a, __half b) {
  return __half(fminf((float)a, (float)b));
}
SIMT_DEVICE __half __hmax(__half a, __half b) {
  return __half(fmaxf((float)a, (float)b));
}
SIMT_DEVICE __half2 __hmin2(__half2 a, __half2 b) {
  return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
SIMT_DEVICE __half2 __hmax2(__half2 a, __half2 b) {
  return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
#endif
#undef SIMT_HALF2ARG
#undef SIMT_HALF2_2ARG
SIMT_DEVICE __half __hfma(__half a, __half b, __half c) {
  unsigned short r;
  asm("fma.rn.f16 %0, %1, %2, %3;"
      : "=h"(r)
      : "h"(a.simt_bits_), "h"(b.simt_bits_), "h"(c.simt_bits_));
  return simt_f16(r);
}
SIMT_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  unsigned r;
  asm("fma.rn.f16x2 %0, %1, %2, %3;"
      : "=r"(r)
      : "r"(simt_pack(a)), "r"(simt_pack(b)), "r"(simt_pack(c)));
  return simt_unpack_f16(r);
}
SIMT_DEVICE __half __hdiv(__half a, __half b) {
  return __half((float)a / (float)b);
}
SIMT_DEVICE __half2 __h2div(__half2 a, __half2 b) {
  return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
SIMT_DEVICE __half __hneg(__half a) {
  return simt_f16(a.simt_bits_ ^ 0x8000);
}
SIMT_DEVICE __half __habs(__half a) {
  return simt_f16(a.simt_bits_ & 0x7fff);
}
SIMT_DEVICE __half2 __hneg2(__half2 a) {
  return {__hneg(a.x), __hneg(a.y)};
}
SIMT_DEVICE __half2 __habs2(__half2 a) {
  return {__habs(a.x), __habs(a.y)};
}

#define SIMT_COMPARE(NAME, SIGN, OF_NAN)                                                           \
  SIMT_DEVICE bool __h##NAME(__half a, __half b) {                                                 \
    return (float)a SIGN(float) b;                                                                 \
  }                                                                                                \
  SIMT_DEVICE bool __h##NAME##u(__half a, __half b) {                                              \
    return !(OF_NAN((float)a, (float)b));                                                          \
  }                                                                                                \
  SIMT_DEVICE __half2 __h##NAME##2(__half2 a, __half2 b) {                                         \
    return {__half(__h##NAME(a.x, b.x) ? 1.0f : 0.0f), __half(__h##NAME(a.y, b.y) ? 1.0f : 0.0f)}; \
  }                                                                                                \
  SIMT_DEVICE bool __hb##NAME##2(__half2 a, __half2 b) {                                           \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                                             \
  }                                                                                                \
  SIMT_DEVICE bool operator SIGN(__half a, __half b) {                                             \
    return __h##NAME(a, b);                                                                        \
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
SIMT_DEVICE bool __hne(__half a, __half b) {
  return (float)a != (float)b && !isnan((float)a) && !isnan((float)b);
}
SIMT_DEVICE bool __hneu(__half a, __half b) {
  return (float)a != (float)b;
}
SIMT_DEVICE bool operator!=(__half a, __half b) {
  return __hneu(a, b);
}
SIMT_DEVICE bool __hisnan(__half a) {
  return isnan((float)a);
}
SIMT_DEVICE int __hisinf(__half a) {
  return isinf((float)a) ? ((float)a > 0 ? 1 : -1) : 0;
}

#define SIMT_OPERATOR(SIGN, OF_ONE, OF_TWO)                      \
  SIMT_DEVICE __half operator SIGN(__half a, __half b) {         \
    return OF_ONE(a, b);                                         \
  }                                                              \
  SIMT_DEVICE __half2 operator SIGN(__half2 a, __half2 b) {      \
    return OF_TWO(a, b);                                         \
  }                                                              \
  SIMT_DEVICE __half& operator SIGN##=(__half& a, __half b) {    \
    return a = OF_ONE(a, b);                                     \
  }                                                              \
  SIMT_DEVICE __half2& operator SIGN##=(__half2& a, __half2 b) { \
    return a = OF_TWO(a, b);                                     \
  }
SIMT_OPERATOR(+, __hadd, __hadd2)
SIMT_OPERATOR(-, __hsub, __hsub2)
SIMT_OPERATOR(*, __hmul, __hmul2)
SIMT_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_OPERATOR
SIMT_DEVICE __half operator-(__half a) {
  return __hneg(a);
}
SIMT_DEVICE __half2 operator-(__half2 a) {
  return __hneg2(a);
}

#define SIMT_THROUGH_FLOAT(NAME, OF)        \
  SIMT_DEVICE __half h##NAME(__half a) {    \
    return __half(OF((float)a));            \
  }                                         \
  SIMT_DEVICE __half2 h2##NAME(__half2 a) { \
    return {h##NAME(a.x), h##NAME(a.y)};    \
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

SIMT_DEVICE __half __float2half(float v) {
  return __half(v);
}
SIMT_DEVICE __half __float2half_rn(float v) {
  return __half(v);
}
SIMT_DEVICE __half __double2half(double v) {
  return __half(v);
}
SIMT_DEVICE float __half2float(__half v) {
  return (float)v;
}
SIMT_DEVICE __half __int2half_rn(int v) {
  return __half(v);
}
SIMT_DEVICE __half __uint2half_rn(unsigned v) {
  return __half(v);
}
SIMT_DEVICE int __half2int_rn(__half v) {
  return __float2int_rn((float)v);
}
SIMT_DEVICE int __half2int_rz(__half v) {
  return __float2int_rz((float)v);
}
SIMT_DEVICE unsigned short __half_as_ushort(__half v) {
  return v.simt_bits_;
}
SIMT_DEVICE short __half_as_short(__half v) {
  return (short)v.simt_bits_;
}
SIMT_DEVICE __half __ushort_as_half(unsigned short v) {
  return simt_f16(v);
}
SIMT_DEVICE __half __short_as_half(short v) {
  return simt_f16((unsigned short)v);
}
SIMT_DEVICE __half __low2half(__half2 v) {
  return v.x;
}
SIMT_DEVICE __half __high2half(__half2 v) {
  return v.y;
}
SIMT_DEVICE float __low2float(__half2 v) {
  return (float)v.x;
}
SIMT_DEVICE float __high2float(__half2 v) {
  return (float)v.y;
}
SIMT_DEVICE __half2 __halves2half2(__half low, __half high) {
  return {low, high};
}
SIMT_DEVICE __half2 make_half2(__half low, __half high) {
  return {low, high};
}
SIMT_DEVICE __half2 __half2half2(__half v) {
  return {v, v};
}
SIMT_DEVICE __half2 __float2half2_rn(float v) {
  return {__half(v), __half(v)};
}
SIMT_DEVICE __half2 __floats2half2_rn(float low, float high) {
  return {__half(low), __half(high)};
}
SIMT_DEVICE __half2 __float22half2_rn(float2 v) {
  return {__half(v.x), __half(v.y)};
}
SIMT_DEVICE float2 __half22float2(__half2 v) {
  return {(float)v.x, (float)v.y};
}
SIMT_DEVICE __half2 __lowhigh2highlow(__half2 v) {
  return {v.y, v.x};
}
SIMT_DEVICE __half2 __low2half2(__half2 v) {
  return {v.x, v.x};
}
SIMT_DEVICE __half2 __high2half2(__half2 v) {
  return {v.y, v.y};
}

SIMT_DEVICE __half __ldg(const __half* p) {
  return simt_f16(__ldg((const unsigned short*)p));
}
SIMT_DEVICE __half2 __ldg(const __half2* p) {
  return simt_unpack_f16(__ldg((const unsigned*)p));
}
#define SIMT_SHUFFLE(NAME, DISTANCE)                                               \
  SIMT_DEVICE __half2 NAME(unsigned mask, __half2 v, DISTANCE d, int width = 32) { \
    return simt_unpack_f16(NAME(mask, simt_pack(v), d, width));                    \
  }                                                                                \
  SIMT_DEVICE __half NAME(unsigned mask, __half v, DISTANCE d, int width = 32) {   \
    return simt_f16((unsigned short)NAME(mask, (unsigned)v.simt_bits_, d, width)); \
  }
SIMT_SHUFFLE(__shfl_sync, int)
SIMT_SHUFFLE(__shfl_up_sync, unsigned)
SIMT_SHUFFLE(__shfl_down_sync, unsigned)
SIMT_SHUFFLE(__shfl_xor_sync, int)
#undef SIMT_SHUFFLE

SIMT_DEVICE __half2 atomicAdd(__half2* p, __half2 v) {
  unsigned r;
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(r)
               : "l"(p), "r"(simt_pack(v))
               : "memory");
  return simt_unpack_f16(r);
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SIMT_DEVICE __half atomicAdd(__half* p, __half v) {
  unsigned short r;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(r) : "l"(p), "h"(v.simt_bits_) : "memory");
  return simt_f16(r);
}
#endif
