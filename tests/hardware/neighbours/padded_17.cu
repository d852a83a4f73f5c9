// Rows of 17 words: nothing is known to be aligned, nothing merges.
//! grid 4,4
//! block 16,16
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 64
extern "C" __global__ void padded_17(const float* in, float* out, int n) {
  __shared__ float a[16][17], b[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    a[y][x] = in[row * n + t + x];
    b[y][x] = in[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  out[row * n + column] = sum;
}
