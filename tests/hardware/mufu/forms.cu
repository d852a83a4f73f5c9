// The approximate functions of PTX.
#include "record.cuh"

#define SINGLE(name, opcode)                                                                  \
  __device__ u32 of_##name(u32 x) {                                                           \
    u32 y;                                                                                    \
    asm("{.reg .f32 a, b; mov.b32 a, %1; " opcode " b, a; mov.b32 %0, b;}" : "=r"(y) : "r"(x)); \
    return y;                                                                                 \
  }                                                                                           \
  KERNELS(name, of_##name)
// x is the divisor; the dividend is made of it.
#define QUOTIENT(name, opcode)                                                                 \
  __device__ u32 of_##name(u32 x) {                                                            \
    u32 y, dividend = (u32)mix(x);                                                             \
    asm("{.reg .f32 a, b, c; mov.b32 a, %1; mov.b32 c, %2; " opcode " b, c, a; mov.b32 %0, b;}" \
        : "=r"(y)                                                                              \
        : "r"(x), "r"(dividend));                                                              \
    return y;                                                                                  \
  }                                                                                            \
  KERNELS(name, of_##name)
// x is the high word, the low one is made of it.
#define DOUBLE(name, opcode)                                                              \
  __device__ u64 of_##name(u32 x) {                                                       \
    u64 y, a = (u64)x << 32 | (u32)mix(x);                                                \
    asm("{.reg .f64 a, b; mov.b64 a, %1; " opcode " b, a; mov.b64 %0, b;}" : "=l"(y) : "l"(a)); \
    return y;                                                                             \
  }                                                                                       \
  DIGEST(name, mix(mix(x) + of_##name(x)))                                                \
  extern "C" __global__ void map_##name(const u32* in, u32* out, u32 n) {                 \
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;                                  \
    if (i >= n) return;                                                                   \
    out[2 * i] = (u32)of_##name(in[i]);                                                   \
    out[2 * i + 1] = (u32)(of_##name(in[i]) >> 32);                                       \
  }
#define HALF(name, opcode)                            \
  __device__ u32 of_##name(u32 x) {                   \
    u16 y, a = (u16)x;                                \
    asm(opcode " %0, %1;" : "=h"(y) : "h"(a));        \
    return y;                                         \
  }                                                   \
  MAP(name, of_##name)

SINGLE(rcp_approx_f32, "rcp.approx.f32")
SINGLE(rsqrt_approx_f32, "rsqrt.approx.f32")
SINGLE(sqrt_approx_f32, "sqrt.approx.f32")
SINGLE(ex2_approx_f32, "ex2.approx.f32")
SINGLE(lg2_approx_f32, "lg2.approx.f32")
SINGLE(sin_approx_f32, "sin.approx.f32")
SINGLE(cos_approx_f32, "cos.approx.f32")
QUOTIENT(div_approx_f32, "div.approx.f32")
QUOTIENT(div_approx_ftz_f32, "div.approx.ftz.f32")
QUOTIENT(div_full_f32, "div.full.f32")
QUOTIENT(div_full_ftz_f32, "div.full.ftz.f32")
DOUBLE(rsqrt_approx_f64, "rsqrt.approx.f64")
HALF(ex2_approx_f16, "ex2.approx.f16")
HALF(ex2_approx_ftz_bf16, "ex2.approx.ftz.bf16")
HALF(tanh_approx_f16, "tanh.approx.f16")
HALF(tanh_approx_bf16, "tanh.approx.bf16")
