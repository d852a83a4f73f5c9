// Product of tiles of 8 x 8: rows of a tile are 32 bytes, read as two words of 16.
//! grid 8,8
//! block 8,8
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 64
extern "C" __global__ void tile_8(const float* in, float* out, int n) {
  __shared__ float a[8][8], b[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 8) {
    a[y][x] = in[row * n + t + x];
    b[y][x] = in[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 8; ++k) sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  out[row * n + column] = sum;
}
