// Sorts 1,024 keys a block in shared memory.
//! grid 132
//! block 512
//! arg keys u32[135168] = random(1,0,1000000)
extern "C" __global__ void bitonic_block(unsigned* keys) {
  __shared__ unsigned s[1024];
  unsigned* mine = keys + blockIdx.x * 1024;
  s[threadIdx.x] = mine[threadIdx.x];
  s[threadIdx.x + 512] = mine[threadIdx.x + 512];
  for (int k = 2; k <= 1024; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      const int low = 2 * j * (threadIdx.x / j) + threadIdx.x % j, high = low + j;
      const bool up = (low & k) == 0;
      const unsigned a = s[low], b = s[high];
      if ((a > b) == up) s[low] = b, s[high] = a;
    }
  __syncthreads();
  mine[threadIdx.x] = s[threadIdx.x];
  mine[threadIdx.x + 512] = s[threadIdx.x + 512];
}
