// bfloat16 products added up in float.
//! grid 1
//! block 128
//! arg x   bf16[128] = random(1,-2,2)
//! arg y   bf16[128] = random(2,-2,2)
//! arg p   bf16[128] = zero
//! arg dot f32[1] = zero
//! check all p[i] == x[i] * y[i] for i in 0..128
//! check dot[0] ~= sum(p[i] for i in 0..128) within 1e-4
#include <cuda_bf16.h>

__global__ void bfloat_dot(const __nv_bfloat16* x, const __nv_bfloat16* y, __nv_bfloat16* p, float* dot) {
  const int i = threadIdx.x;
  p[i] = __hmul(x[i], y[i]);
  atomicAdd(dot, __bfloat162float(p[i]));
}
