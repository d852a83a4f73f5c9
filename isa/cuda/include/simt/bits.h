// Integers and the bits of floats. CUDA Math API, integer intrinsics and type casting.
#pragma once

#include "simt/qualifiers.h"

SIMT_DEVICE int __float_as_int(float v) {
  return __builtin_bit_cast(int, v);
}
SIMT_DEVICE unsigned __float_as_uint(float v) {
  return __builtin_bit_cast(unsigned, v);
}
SIMT_DEVICE float __int_as_float(int v) {
  return __builtin_bit_cast(float, v);
}
SIMT_DEVICE float __uint_as_float(unsigned v) {
  return __builtin_bit_cast(float, v);
}
SIMT_DEVICE long long __double_as_longlong(double v) {
  return __builtin_bit_cast(long long, v);
}
SIMT_DEVICE double __longlong_as_double(long long v) {
  return __builtin_bit_cast(double, v);
}
SIMT_DEVICE int __double2hiint(double v) {
  return (int)(__double_as_longlong(v) >> 32);
}
SIMT_DEVICE int __double2loint(double v) {
  return (int)__double_as_longlong(v);
}
SIMT_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      (long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

SIMT_DEVICE int __popc(unsigned v) {
  return __builtin_popcount(v);
}
SIMT_DEVICE int __popcll(unsigned long long v) {
  return __builtin_popcountll(v);
}
SIMT_DEVICE int __clz(int v) {
  int r;
  asm("clz.b32 %0, %1;" : "=r"(r) : "r"(v));
  return r;
}
SIMT_DEVICE int __clzll(long long v) {
  int r;
  asm("clz.b64 %0, %1;" : "=r"(r) : "l"(v));
  return r;
}
SIMT_DEVICE unsigned __brev(unsigned v) {
  unsigned r;
  asm("brev.b32 %0, %1;" : "=r"(r) : "r"(v));
  return r;
}
SIMT_DEVICE unsigned long long __brevll(unsigned long long v) {
  unsigned long long r;
  asm("brev.b64 %0, %1;" : "=l"(r) : "l"(v));
  return r;
}
SIMT_DEVICE int __ffs(int v) {
  return 32 - __clz((int)(unsigned)(v & -v));
}
SIMT_DEVICE int __ffsll(long long v) {
  return 64 - __clzll(v & -v);
}
SIMT_DEVICE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  unsigned r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(selector));
  return r;
}
#define SIMT_FUNNEL(NAME, OP)                                                   \
  SIMT_DEVICE unsigned NAME(unsigned low, unsigned high, unsigned shift) {      \
    unsigned r;                                                                 \
    asm(OP ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(shift)); \
    return r;                                                                   \
  }
SIMT_FUNNEL(__funnelshift_l, "shf.l.wrap")
SIMT_FUNNEL(__funnelshift_lc, "shf.l.clamp")
SIMT_FUNNEL(__funnelshift_r, "shf.r.wrap")
SIMT_FUNNEL(__funnelshift_rc, "shf.r.clamp")
#undef SIMT_FUNNEL

SIMT_DEVICE int __mulhi(int a, int b) {
  return (int)(((long long)a * b) >> 32);
}
SIMT_DEVICE unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
SIMT_DEVICE long long __mul64hi(long long a, long long b) {
  long long r;
  asm("mul.hi.s64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
  return r;
}
SIMT_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  unsigned long long r;
  asm("mul.hi.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
  return r;
}
SIMT_DEVICE int __mul24(int a, int b) {
  int r;
  asm("mul24.lo.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
SIMT_DEVICE unsigned __umul24(unsigned a, unsigned b) {
  unsigned r;
  asm("mul24.lo.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
SIMT_DEVICE unsigned __sad(int a, int b, unsigned c) {
  unsigned r;
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
SIMT_DEVICE unsigned __usad(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  asm("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
SIMT_DEVICE int __hadd(int a, int b) {
  return (int)(((long long)a + b) >> 1);
}
SIMT_DEVICE int __rhadd(int a, int b) {
  return (int)(((long long)a + b + 1) >> 1);
}
SIMT_DEVICE unsigned __uhadd(unsigned a, unsigned b) {
  return (a & b) + ((a ^ b) >> 1);
}
SIMT_DEVICE unsigned __urhadd(unsigned a, unsigned b) {
  return (a | b) - ((a ^ b) >> 1);
}
SIMT_DEVICE int __dp4a(int a, int b, int c) {
  int r;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
SIMT_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
