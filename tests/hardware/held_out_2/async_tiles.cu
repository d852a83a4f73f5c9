// A stencil whose tiles are copied asynchronously, two stages.
//! grid 132
//! block 256
//! arg in f32[540672] = random(1,0,1)
//! arg out f32[540672] = zero
#include <cuda_pipeline.h>
extern "C" __global__ void async_tiles(const float* in, float* out) {
  __shared__ alignas(16) float stage[2][1024];
  const float* mine = in + blockIdx.x * 4096;
  __pipeline_memcpy_async(&stage[0][threadIdx.x * 4], mine + threadIdx.x * 4, 16);
  __pipeline_commit();
  for (int t = 0; t < 4; ++t) {
    if (t < 3) __pipeline_memcpy_async(&stage[(t + 1) & 1][threadIdx.x * 4], mine + (t + 1) * 1024 + threadIdx.x * 4, 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int k = threadIdx.x; k < 1024; k += 256) {
      const float l = stage[t & 1][k > 0 ? k - 1 : 0], r = stage[t & 1][k < 1023 ? k + 1 : 1023];
      out[blockIdx.x * 4096 + t * 1024 + k] = 0.25f * l + 0.5f * stage[t & 1][k] + 0.25f * r;
    }
    __syncthreads();
  }
}
