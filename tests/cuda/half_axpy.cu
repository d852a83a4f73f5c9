// Half precision, two at a time and one by one.
//! grid 2
//! block 64
//! arg x   f16[256] = random(1,-1,1)
//! arg y   f16[256] = random(2,-1,1)
//! arg out f16[256] = zero
//! arg one f16[256] = zero
//! arg a   f32 = 0.5
//! check all out[i] ~= 0.5 * x[i] + y[i] within 1e-3 for i in 0..256
//! check all one[i] == out[i] for i in 0..256
#include <cuda_fp16.h>

__global__ void axpy(const half2* x, const half2* y, half2* out, __half* one, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
  const __half* xs = reinterpret_cast<const __half*>(x);
  const __half* ys = reinterpret_cast<const __half*>(y);
  for (int j = 2 * i; j < 2 * i + 2; ++j) {
    __half v = __hfma(__float2half(a), xs[j], ys[j]);
    if (__hgt(v, __half(100.0f)) || v > __half(100.0f)) v = v * v - xs[j];
    one[j] = v;
  }
}
