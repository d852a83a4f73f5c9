// Counts of 4-bit digits for each block, by match.
//! grid 264
//! block 256
//! arg keys u32[270336] = random(7,0,2000000000)
//! arg counts u32[4224] = zero
//! arg shift s32 = 8
extern "C" __global__ void radix_count(const unsigned* keys, unsigned* counts, int shift) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int r = 0; r < 4; ++r) {
    const unsigned key = keys[(blockIdx.x * 4 + r) * 256 + threadIdx.x];
    const unsigned digit = key >> shift & 15;
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&bins[digit], __popc(peers));
  }
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}
