// Product of tiles of 32 x 32: a warp reads one row of a, all lanes the same 16 bytes.
//! grid 4,4
//! block 32,32
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 128
extern "C" __global__ void tile_32(const float* in, float* out, int n) {
  __shared__ float a[32][32], b[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    a[y][x] = in[row * n + t + x];
    b[y][x] = in[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  out[row * n + column] = sum;
}
