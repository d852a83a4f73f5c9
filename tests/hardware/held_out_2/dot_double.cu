// Sum of products of doubles, a grid-stride loop, one atomic a block.
//! grid 264
//! block 256
//! arg a f64[524288] = random(1,-1,1)
//! arg b f64[524288] = random(2,-1,1)
//! arg sum f64[1] = zero
//! arg n s32 = 524288
extern "C" __global__ void dot_double(const double* a, const double* b, double* sum, int n) {
  __shared__ double part[8];
  double s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += a[i] * b[i];
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < 8; ++k) s += part[k];
    atomicAdd(sum, s);
  }
}
