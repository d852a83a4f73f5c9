// Bitonic sort of 1024 keys a block in shared memory, two keys a thread.
//! grid 20
//! block 512
//! arg keys u32[20480] = random(13,0,4000000000)
//! check all keys[1024 * b + i] <= keys[1024 * b + i + 1] for b in 0..20, i in 0..1023
//! check sum(keys[i] for i in 0..20480) == sum(old(keys)[i] for i in 0..20480)
extern "C" __global__ void bitonic_sort(unsigned* keys) {
  __shared__ unsigned s[1024];
  keys += blockIdx.x * 1024;
  const unsigned t = threadIdx.x;
  s[t] = keys[t];
  s[t + 512] = keys[t + 512];
  for (unsigned size = 2; size <= 1024; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const unsigned a = 2 * t - (t & (stride - 1)), b = a + stride;
      const bool ascending = (a & size) == 0;
      if ((s[a] > s[b]) == ascending) {
        const unsigned swap = s[a];
        s[a] = s[b];
        s[b] = swap;
      }
    }
  }
  __syncthreads();
  keys[t] = s[t];
  keys[t + 512] = s[t + 512];
}
