// Inclusive scan of each block's 1024 integers: warps by shuffles, then one warp over their sums.
//! grid 200
//! block 1024
//! arg in  u32[204800] = random(4,0,1000)
//! arg out u32[204800] = zero
//! check all out[1024 * b] == in[1024 * b] for b in 0..200
//! check all out[1024 * b + t] == out[1024 * b + t - 1] + in[1024 * b + t] for b in 0..200, t in 1..1024
__device__ __forceinline__ unsigned warp_scan(unsigned value, unsigned lane) {
#pragma unroll
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned below = __shfl_up_sync(~0u, value, step);
    if (lane >= step) value += below;
  }
  return value;
}

extern "C" __global__ void scan_shuffle(const unsigned* in, unsigned* out) {
  __shared__ unsigned sums[32];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned value = warp_scan(in[i], lane);
  if (lane == 31) sums[warp] = value;
  __syncthreads();
  if (warp == 0) sums[lane] = warp_scan(sums[lane], lane);
  __syncthreads();
  if (warp > 0) value += sums[warp - 1];
  out[i] = value;
}
