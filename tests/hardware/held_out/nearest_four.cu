// The four nearest of 512 points for each query, kept sorted in registers; points come in tiles.
//! grid 132
//! block 128
//! arg points  f32[1536] = random(9,0,1)
//! arg queries f32[50688] = random(10,0,1)
//! arg out     f32[67584] = zero
//! check all out[4 * i] <= out[4 * i + 1] for i in 0..16896
extern "C" __global__ void nearest_four(const float* points, const float* queries, float* out) {
  __shared__ float tile[128][3];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = queries[3 * i], y = queries[3 * i + 1], z = queries[3 * i + 2];
  float best[4] = {1e30f, 1e30f, 1e30f, 1e30f};
  for (int base = 0; base < 512; base += 128) {
    for (int k = 0; k < 3; ++k) tile[threadIdx.x][k] = points[3 * (base + threadIdx.x) + k];
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      const float dx = tile[j][0] - x, dy = tile[j][1] - y, dz = tile[j][2] - z;
      float d = dx * dx + dy * dy + dz * dz;
      if (d >= best[3]) continue;
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const float smaller = fminf(best[k], d);
        d = fmaxf(best[k], d);
        best[k] = smaller;
      }
    }
    __syncthreads();
  }
  for (int k = 0; k < 4; ++k) out[4 * i + k] = best[k];
}
