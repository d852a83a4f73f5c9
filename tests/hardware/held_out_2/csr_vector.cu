// Sparse rows of 40 to 56 entries, a warp for each.
//! grid 1024
//! block 128
//! arg column s32[229376] = random(1,0,16384)
//! arg value f32[229376] = random(2,-1,1)
//! arg x f32[16384] = random(3,-1,1)
//! arg y f32[4096] = zero
extern "C" __global__ void csr_vector(const int* column, const float* value, const float* x, float* y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const int first = row * 56, last = first + 40 + row * 7 % 17;
  float s = 0;
  for (int e = first + lane; e < last; e += 32) s += value[e] * x[column[e]];
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (lane == 0) y[row] = s;
}
