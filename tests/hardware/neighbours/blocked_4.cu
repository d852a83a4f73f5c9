// Four by four results a thread: four neighbours of each tile for sixteen products.
//! grid 4,4
//! block 16,16
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 256
extern "C" __global__ void blocked_4(const float* in, float* out, int n) {
  __shared__ float a[8][64], b[8][64];
  const int x = threadIdx.x, y = threadIdx.y, i = y * 16 + x;
  float sum[4][4] = {};
  for (int t = 0; t < n; t += 8) {
    for (int j = i; j < 512; j += 256) {
      a[j / 64][j % 64] = in[(t + j / 64) * n + blockIdx.y * 64 + j % 64];
      b[j / 64][j % 64] = in[(t + j / 64) * n + blockIdx.x * 64 + j % 64];
    }
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) sum[r][c] += a[k][y * 4 + r] * b[k][x * 4 + c];
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c)
      out[(blockIdx.y * 64 + y * 4 + r) * n + blockIdx.x * 64 + x * 4 + c] = sum[r][c];
}
