// Solves a lower triangular system of 64 unknowns in each block: a barrier for each row.
//! grid 132
//! block 64
//! arg matrix f32[4096] = random(16,1,2)
//! arg right  f32[8448] = random(17,0,1)
//! arg out    f32[8448] = zero
//! check all sum(matrix[64 * r + k] * out[k] for k in 0..r+1) ~= right[r] within 1% for r in 0..8
extern "C" __global__ void forward_substitution(const float* matrix, const float* right, float* out) {
  __shared__ float x;
  const int t = threadIdx.x;
  float rest = right[blockIdx.x * 64 + t];
  for (int row = 0; row < 64; ++row) {
    if (t == row) x = rest = rest / matrix[row * 64 + row];
    __syncthreads();
    if (t > row) rest -= matrix[t * 64 + row] * x;
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = rest;
}
