// Half precision: __half and __half2. Arithmetic is the instructions' own (sm_53 and later),
// functions such as hexp are computed in float and rounded once more. CUDA Math API, half
// precision.
#pragma once

#include "cuda_runtime.h"
#include "simt/half_conversions.h"

struct __half_raw {
  unsigned short x;
};
struct __align__(2) __half {
  unsigned short simt_bits_;
  __half() = default;
  SIMT_BOTH_MEMBER __half(__half_raw v) : simt_bits_(v.x) {}
  SIMT_BOTH_MEMBER __half(float v) {
#ifdef __CUDA_ARCH__
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(simt_bits_) : "f"(v));
#else
    simt_bits_ = simt_half_bits((double)v);
#endif
  }
  SIMT_BOTH_MEMBER __half(double v) {
#ifdef __CUDA_ARCH__
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(simt_bits_) : "d"(v));
#else
    simt_bits_ = simt_half_bits(v);
#endif
  }
#define SIMT_HALF_OF(T) \
  SIMT_BOTH_MEMBER __half(T v) : __half((float)v) {}
  SIMT_HALF_OF(int)
  SIMT_HALF_OF(unsigned)
  SIMT_HALF_OF(short)
  SIMT_HALF_OF(unsigned short)
  SIMT_HALF_OF(long long)
  SIMT_HALF_OF(unsigned long long)
#undef SIMT_HALF_OF
  SIMT_BOTH_MEMBER operator float() const {
#ifdef __CUDA_ARCH__
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(simt_bits_));
    return r;
#else
    return simt_float_of_half(simt_bits_);
#endif
  }
  SIMT_BOTH_MEMBER operator __half_raw() const {
    return {simt_bits_};
  }
};
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  SIMT_BOTH_MEMBER __half2(__half low, __half high) : x(low), y(high) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

SIMT_BOTH __half simt_f16(unsigned short bits) {
  __half r;
  r.simt_bits_ = bits;
  return r;
}
SIMT_BOTH unsigned simt_pack(__half2 v) {
  return (unsigned)v.y.simt_bits_ << 16 | v.x.simt_bits_;
}
SIMT_BOTH __half2 simt_unpack_f16(unsigned v) {
  return {simt_f16((unsigned short)v), simt_f16((unsigned short)(v >> 16))};
}

// Rounded down, up, toward zero.
#define SIMT_ROUNDED(NAME, HOW)                            \
  SIMT_DEVICE __half NAME(float v) {                       \
    unsigned short r;                                      \
    asm("cvt." HOW ".f16.f32 %0, %1;" : "=h"(r) : "f"(v)); \
    return simt_f16(r);                                    \
  }
SIMT_ROUNDED(__float2half_rd, "rm")
SIMT_ROUNDED(__float2half_ru, "rp")
SIMT_ROUNDED(__float2half_rz, "rz")
#undef SIMT_ROUNDED

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
#define SIMT_TYPE __half
#define SIMT_PAIR __half2
#define SIMT_WORD half
#define SIMT_OF_BITS simt_f16
#define SIMT_UNPACK simt_unpack_f16
#include "simt/sixteen_bits.h"

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
