// Digits of four bits: each thread counts its keys in a column of shared memory, then columns are summed.
//! grid 100
//! block 128
//! arg keys   u32[102400] = random(30,0,4294967296)
//! arg counts u32[1600] = zero
//! arg shift  u32 = 8
//! check all counts[16 * b + d] == count((keys[1024 * b + i] >> 8) % 16 == d for i in 0..1024) for b in 0..100, d in 0..16
extern "C" __global__ void radix_count(const unsigned* keys, unsigned* counts, unsigned shift) {
  __shared__ unsigned short column[16][128];
  const unsigned t = threadIdx.x;
  for (int d = 0; d < 16; ++d) column[d][t] = 0;
  for (unsigned i = t; i < 1024; i += 128) ++column[keys[blockIdx.x * 1024 + i] >> shift & 15][t];
  __syncthreads();
  if (t < 16) {
    unsigned sum = 0;
    for (int i = 0; i < 128; ++i) sum += column[t][i];
    counts[blockIdx.x * 16 + t] = sum;
  }
}
