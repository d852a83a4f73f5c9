// Sum of doubles: block size as a template parameter, the last warp without barriers.
//! grid 264
//! block 256
//! arg in  f64[270336] = iota(0,1)
//! arg out f64[264] = zero
//! arg n   u32 = 270336
//! check sum(out[b] for b in 0..264) == 36540641280
template <unsigned kBlock>
__device__ double reduce(double value, double* shared) {
  const unsigned t = threadIdx.x;
  shared[t] = value;
  __syncthreads();
  if (kBlock >= 512) {
    if (t < 256) shared[t] += shared[t + 256];
    __syncthreads();
  }
  if (kBlock >= 256) {
    if (t < 128) shared[t] += shared[t + 128];
    __syncthreads();
  }
  if (kBlock >= 128) {
    if (t < 64) shared[t] += shared[t + 64];
    __syncthreads();
  }
  if (t < 32) {
    value = shared[t] + shared[t + 32];
#pragma unroll
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step);
  }
  return value;
}

extern "C" __global__ void reduce_template(const double* in, double* out, unsigned n) {
  __shared__ double shared[256];
  double sum = 0;
  for (unsigned i = blockIdx.x * 512 + threadIdx.x; i < n; i += gridDim.x * 512)
    sum += in[i] + in[i + 256];
  sum = reduce<256>(sum, shared);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
