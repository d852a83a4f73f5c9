// Arithmetic in a given rounding mode, the fast functions of the special function unit,
// conversions. CUDA Math API: intrinsics.
#pragma once

#include "simt/math_round.h"

#define SIMT_ASM1(NAME, TO, TO_C, FROM, FROM_C, TEXT) \
  SIMT_DEVICE TO NAME(FROM v) {                       \
    TO r;                                             \
    asm(TEXT " %0, %1;" : "=" TO_C(r) : FROM_C(v));   \
    return r;                                         \
  }
#define SIMT_ASM2(NAME, T, C, TEXT)                   \
  SIMT_DEVICE T NAME(T a, T b) {                      \
    T r;                                              \
    asm(TEXT " %0, %1, %2;" : "=" C(r) : C(a), C(b)); \
    return r;                                         \
  }
#define SIMT_ASM3(NAME, T, C, TEXT)                             \
  SIMT_DEVICE T NAME(T a, T b, T c) {                           \
    T r;                                                        \
    asm(TEXT " %0, %1, %2, %3;" : "=" C(r) : C(a), C(b), C(c)); \
    return r;                                                   \
  }
// clang-format off
#define SIMT_ROUNDED(MODE, PTX)                                 \
  SIMT_ASM2(__fadd_##MODE, float, "f", "add." PTX ".f32")     \
  SIMT_ASM2(__fsub_##MODE, float, "f", "sub." PTX ".f32")     \
  SIMT_ASM2(__fmul_##MODE, float, "f", "mul." PTX ".f32")     \
  SIMT_ASM2(__fdiv_##MODE, float, "f", "div." PTX ".f32")     \
  SIMT_ASM3(__fmaf_##MODE, float, "f", "fma." PTX ".f32")     \
  SIMT_ASM1(__frcp_##MODE, float, "f", float, "f", "rcp." PTX ".f32")   \
  SIMT_ASM1(__fsqrt_##MODE, float, "f", float, "f", "sqrt." PTX ".f32") \
  SIMT_ASM2(__dadd_##MODE, double, "d", "add." PTX ".f64")    \
  SIMT_ASM2(__dsub_##MODE, double, "d", "sub." PTX ".f64")    \
  SIMT_ASM2(__dmul_##MODE, double, "d", "mul." PTX ".f64")    \
  SIMT_ASM2(__ddiv_##MODE, double, "d", "div." PTX ".f64")    \
  SIMT_ASM3(__fma_##MODE, double, "d", "fma." PTX ".f64")     \
  SIMT_ASM1(__drcp_##MODE, double, "d", double, "d", "rcp." PTX ".f64")   \
  SIMT_ASM1(__dsqrt_##MODE, double, "d", double, "d", "sqrt." PTX ".f64") \
  SIMT_ASM1(__double2float_##MODE, float, "f", double, "d", "cvt." PTX ".f32.f64")
SIMT_ROUNDED(rn, "rn")
SIMT_ROUNDED(rz, "rz")
SIMT_ROUNDED(ru, "rp")
SIMT_ROUNDED(rd, "rm")
#undef SIMT_ROUNDED

SIMT_ASM1(simt_ex2, float, "f", float, "f", "ex2.approx.ftz.f32")
SIMT_ASM1(simt_lg2, float, "f", float, "f", "lg2.approx.ftz.f32")
SIMT_ASM1(__sinf, float, "f", float, "f", "sin.approx.f32")
SIMT_ASM1(__cosf, float, "f", float, "f", "cos.approx.f32")
SIMT_ASM1(__saturatef, float, "f", float, "f", "cvt.sat.f32.f32")
SIMT_ASM2(__fdividef, float, "f", "div.approx.f32")
// clang-format on
SIMT_DEVICE float __expf(float v) {
  return simt_ex2(v * 1.44269502f);
}
SIMT_DEVICE float __exp10f(float v) {
  return simt_ex2(v * 3.32192802f);
}
SIMT_DEVICE float __log2f(float v) {
  return simt_lg2(v);
}
SIMT_DEVICE float __logf(float v) {
  return simt_lg2(v) * 0.693147182f;
}
SIMT_DEVICE float __log10f(float v) {
  return simt_lg2(v) * 0.301029987f;
}
SIMT_DEVICE float __tanf(float v) {
  return __fdividef(__sinf(v), __cosf(v));
}
SIMT_DEVICE float __powf(float a, float b) {
  return simt_ex2(b * simt_lg2(a));
}
SIMT_DEVICE void __sincosf(float v, float* s, float* c) {
  *s = __sinf(v), *c = __cosf(v);
}
SIMT_DEVICE float fdividef(float a, float b) {
  return a / b;
}

// Conversions: float and double to integers, integers to float and double.
// clang-format off
#define SIMT_TO_INTEGER(NAME, T, C, FROM, FROM_C, TYPES)                     \
  SIMT_ASM1(NAME##_rn, T, C, FROM, FROM_C, "cvt.rni." TYPES)                 \
  SIMT_ASM1(NAME##_rz, T, C, FROM, FROM_C, "cvt.rzi." TYPES)                 \
  SIMT_ASM1(NAME##_ru, T, C, FROM, FROM_C, "cvt.rpi." TYPES)                 \
  SIMT_ASM1(NAME##_rd, T, C, FROM, FROM_C, "cvt.rmi." TYPES)
SIMT_TO_INTEGER(__float2int, int, "r", float, "f", "s32.f32")
SIMT_TO_INTEGER(__float2uint, unsigned, "r", float, "f", "u32.f32")
SIMT_TO_INTEGER(__float2ll, long long, "l", float, "f", "s64.f32")
SIMT_TO_INTEGER(__float2ull, unsigned long long, "l", float, "f", "u64.f32")
SIMT_TO_INTEGER(__double2int, int, "r", double, "d", "s32.f64")
SIMT_TO_INTEGER(__double2uint, unsigned, "r", double, "d", "u32.f64")
SIMT_TO_INTEGER(__double2ll, long long, "l", double, "d", "s64.f64")
SIMT_TO_INTEGER(__double2ull, unsigned long long, "l", double, "d", "u64.f64")
#undef SIMT_TO_INTEGER
#define SIMT_FROM_INTEGER(NAME, T, C, FROM, FROM_C, TYPES)                   \
  SIMT_ASM1(NAME##_rn, T, C, FROM, FROM_C, "cvt.rn." TYPES)                  \
  SIMT_ASM1(NAME##_rz, T, C, FROM, FROM_C, "cvt.rz." TYPES)                  \
  SIMT_ASM1(NAME##_ru, T, C, FROM, FROM_C, "cvt.rp." TYPES)                  \
  SIMT_ASM1(NAME##_rd, T, C, FROM, FROM_C, "cvt.rm." TYPES)
SIMT_FROM_INTEGER(__int2float, float, "f", int, "r", "f32.s32")
SIMT_FROM_INTEGER(__uint2float, float, "f", unsigned, "r", "f32.u32")
SIMT_FROM_INTEGER(__ll2float, float, "f", long long, "l", "f32.s64")
SIMT_FROM_INTEGER(__ull2float, float, "f", unsigned long long, "l", "f32.u64")
SIMT_ASM1(__int2double_rn, double, "d", int, "r", "cvt.rn.f64.s32")
SIMT_ASM1(__uint2double_rn, double, "d", unsigned, "r", "cvt.rn.f64.u32")
SIMT_FROM_INTEGER(__ll2double, double, "d", long long, "l", "f64.s64")
SIMT_FROM_INTEGER(__ull2double, double, "d", unsigned long long, "l", "f64.u64")
#undef SIMT_FROM_INTEGER
// clang-format on
