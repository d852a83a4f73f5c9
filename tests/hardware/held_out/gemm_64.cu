// A matrix product with tiles of 64 x 64: each thread makes 4 x 4 results from float4 of shared memory.
//! grid 8,8
//! block 16,16
//! arg a f32[131072] = random(25,-1,1)
//! arg b f32[131072] = random(26,-1,1)
//! arg c f32[262144] = zero
//! check all c[512 * r + n] ~= sum(a[256 * r + k] * b[512 * k + n] for k in 0..256) within 1e-2 for r in 100..102, n in 0..512
extern "C" __global__ void gemm_64(const float* a, const float* b, float* c) {
  __shared__ float at[16][64], bt[16][64];
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < 256; k0 += 16) {
    const int ar = t / 4, ak = t % 4 * 4;
    const float4 av = *reinterpret_cast<const float4*>(&a[(row + ar) * 256 + k0 + ak]);
    at[ak][ar] = av.x;
    at[ak + 1][ar] = av.y;
    at[ak + 2][ar] = av.z;
    at[ak + 3][ar] = av.w;
    const int bk = t / 16, bc = t % 16 * 4;
    *reinterpret_cast<float4*>(&bt[bk][bc]) = *reinterpret_cast<const float4*>(&b[(k0 + bk) * 512 + column + bc]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      const float4 x = *reinterpret_cast<const float4*>(&at[k][ty * 4]);
      const float4 y = *reinterpret_cast<const float4*>(&bt[k][tx * 4]);
      const float xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] += xs[i] * ys[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&c[(row + ty * 4 + i) * 512 + column + tx * 4]) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}
