// Counts in dynamic shared memory, added up with atomics; atomicMax and atomicCAS beside them.
//! grid 4
//! block 128
//! shared 256
//! arg in   u8[4096] = random(3,0,64)
//! arg bins u32[64] = zero
//! arg most s32[1] = zero
//! arg low  f32[1] = const(1e9)
//! arg n    u32 = 4096
//! check sum(bins) == 4096
//! check all bins[b] == count(in[i] == b for i in 0..n) for b in 0..64
//! check most[0] == max(in)
//! check low[0] == min(in)
__device__ void atomic_min(float* p, float v) {
  unsigned seen = __float_as_uint(*p), expected;
  do {
    expected = seen;
    if (__uint_as_float(expected) <= v) return;
    seen = atomicCAS((unsigned*)p, expected, __float_as_uint(v));
  } while (seen != expected);
}

__global__ void histogram(const unsigned char* in, unsigned* bins, int* most, float* low, unsigned n) {
  extern __shared__ unsigned local[];
  for (unsigned i = threadIdx.x; i < 64; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[in[i]], 1u);
    atomicMax(most, (int)in[i]);
    if (i < 64) atomic_min(low, in[i]);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], local[i]);
  if (threadIdx.x == 0 && blockIdx.x == 0)
    for (unsigned i = 64; i < n; ++i) atomic_min(low, in[i]);
}
