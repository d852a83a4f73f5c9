// Exclusive scan of 1024 floats a block after Blelloch: up and down a tree, with its bank conflicts.
//! grid 150
//! block 512
//! arg in  f32[153600] = const(1)
//! arg out f32[153600] = zero
//! check all out[i] == i % 1024 for i in 0..153600
extern "C" __global__ void scan_blelloch(const float* in, float* out) {
  __shared__ float tree[1024];
  const int t = threadIdx.x, base = blockIdx.x * 1024;
  tree[2 * t] = in[base + 2 * t];
  tree[2 * t + 1] = in[base + 2 * t + 1];
  int offset = 1;
  for (int d = 512; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) tree[1023] = 0;
  for (int d = 1; d < 1024; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      const float left = tree[a];
      tree[a] = tree[b];
      tree[b] += left;
    }
  }
  __syncthreads();
  out[base + 2 * t] = tree[2 * t];
  out[base + 2 * t + 1] = tree[2 * t + 1];
}
