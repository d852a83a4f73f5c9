// Lower bound of each query among 65536 sorted keys.
//! grid 256
//! block 128
//! arg keys    s32[65536] = iota(5,3)
//! arg queries s32[32768] = random(16,0,196613)
//! arg out     s32[32768] = const(-1)
//! arg n       s32 = 65536
//! check all out[i] == (queries[i] <= 5 ? 0 : (queries[i] - 3) / 3) for i in 0..32768
extern "C" __global__ void binary_search(const int* __restrict__ keys,
                                         const int* __restrict__ queries, int* __restrict__ out,
                                         int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, query = queries[i];
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (keys[middle] < query)
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}
