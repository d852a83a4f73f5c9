// CUDA C++ of kernels/matmul_coarsened_4.ir.
//! grid 2,8
//! block 16,16
//! arg m f32[16384] = random(1,0,4)
//! arg n f32[16384] = random(2,0,4)
//! arg p f32[16384] = zero
//! arg width u32 = 128
//! check all p[128 * i + j] ~= sum(m[128 * i + k] * n[128 * k + j] for k in 0..128) for i in 0..128, j in 0..128

extern "C" __global__ void matmul_coarsened_4(const float* m, const float* n, float* p, int width) {
  constexpr int kFactor = 4;
  __shared__ float tile_m[16][16], tile_n[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, first = blockIdx.x * 16 * kFactor + x;
  float sum[kFactor] = {};
  for (int k = 0; k < width; k += 16) {
    tile_m[y][x] = m[row * width + k + x];  // once for kFactor tiles of N
    for (int c = 0; c < kFactor; ++c) {
      tile_n[y][x] = n[(k + y) * width + first + c * 16];
      __syncthreads();
      for (int i = 0; i < 16; ++i) sum[c] += tile_m[y][i] * tile_n[i][x];
      __syncthreads();
    }
  }
  for (int c = 0; c < kFactor; ++c) p[row * width + first + c * 16] = sum[c];
}
