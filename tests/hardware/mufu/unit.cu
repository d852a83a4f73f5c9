// The special function unit itself: one instruction, which record.py turns into each of the others.
// Kernels: digest adds up mixes of input and result for 65,536 consecutive inputs a CTA, map gives
// the results of given inputs.
#include "record.cuh"

__device__ u32 of_unit(u32 x) {
  u32 y;
  asm("{.reg .f32 a, b; mov.b32 a, %1; rcp.approx.ftz.f32 b, a; mov.b32 %0, b;}" : "=r"(y) : "r"(x));
  return y;
}
KERNELS(unit, of_unit)
