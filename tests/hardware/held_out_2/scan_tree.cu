// Exclusive scan of 512 numbers a block: up and down a tree, padded against bank conflicts.
//! grid 512
//! block 256
//! arg in s32[262144] = random(1,0,9)
//! arg out s32[262144] = zero
//! arg sums s32[512] = zero
#define AT(i) ((i) + ((i) >> 5))
extern "C" __global__ void scan_tree(const int* in, int* out, int* sums) {
  __shared__ int s[AT(512)];
  const int t = threadIdx.x, base = blockIdx.x * 512;
  s[AT(t)] = in[base + t];
  s[AT(t + 256)] = in[base + t + 256];
  int step = 1;
  for (int d = 256; d > 0; d >>= 1, step *= 2) {
    __syncthreads();
    if (t < d) s[AT(step * (2 * t + 2) - 1)] += s[AT(step * (2 * t + 1) - 1)];
  }
  if (t == 0) sums[blockIdx.x] = s[AT(511)], s[AT(511)] = 0;
  for (int d = 1; d < 512; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (t < d) {
      const int a = AT(step * (2 * t + 1) - 1), b = AT(step * (2 * t + 2) - 1), v = s[a];
      s[a] = s[b];
      s[b] += v;
    }
  }
  __syncthreads();
  out[base + t] = s[AT(t)];
  out[base + t + 256] = s[AT(t + 256)];
}
