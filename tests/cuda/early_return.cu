// Threads beyond the end return before a barrier; three blocks, the last one not full.
//! grid 3
//! block 128
//! arg in  f32[300] = random(1,0,1)
//! arg out f32[300] = zero
//! arg n   s32 = 300
//! check all out[i] == (i % 128 == 0 ? in[i] : in[i-1]) for i in 0..n
__global__ void shift(const float* in, float* out, int n) {
  __shared__ float tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = threadIdx.x == 0 ? tile[0] : tile[threadIdx.x - 1];
}
