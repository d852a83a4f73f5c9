// y = a x + y in half precision, two values a thread.
//! grid 400
//! block 256
//! arg x f16[204800] = random(27,0,8)
//! arg y f16[204800] = const(1)
//! arg a f32 = 2
//! check all y[i] == 2 * x[i] + 1 for i in 0..204800
#include <cuda_fp16.h>

extern "C" __global__ void axpy_half2(const __half2* x, __half2* y, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}
