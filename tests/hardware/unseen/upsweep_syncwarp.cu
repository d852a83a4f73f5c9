// Each warp sums 64 values in its part of shared memory, in rounds that end with __syncwarp.
//! grid 500
//! block 128
//! arg in  s32[128000] = iota(0,1)
//! arg out s32[2000] = zero
//! check all out[w] == 4096 * w + 2016 for w in 0..2000
extern "C" __global__ void upsweep_syncwarp(const int* in, int* out) {
  __shared__ int tree[4][64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, w = blockIdx.x * 4 + warp;
  tree[warp][lane] = in[w * 64 + lane];
  tree[warp][lane + 32] = in[w * 64 + lane + 32];
  __syncwarp();
  for (int step = 1; step < 64; step *= 2) {
    const int at = (lane + 1) * step * 2 - 1;
    if (at < 64) tree[warp][at] += tree[warp][at - step];
    __syncwarp();
  }
  if (lane == 0) out[w] = tree[warp][63];
}
