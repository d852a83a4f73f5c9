// Histogram with one atomic of global memory for each element; few bins, so lanes meet often.
//! grid 320
//! block 192
//! arg in   u32[61440] = random(12,0,1000)
//! arg bins u32[64] = zero
//! arg n    u32 = 61440
//! check sum(bins) == n
//! check all bins[b] == count(in[i] % 64 == b for i in 0..n) for b in 0..64
extern "C" __global__ void histogram_global(const unsigned* __restrict__ in, unsigned* bins,
                                            unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] % 64], 1u);
}
