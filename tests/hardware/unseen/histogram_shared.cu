// Histogram of bytes: each block counts in shared memory, then adds its 256 counts to the result.
//! grid 132
//! block 256
//! arg in   u8[524288] = random(11,0,256)
//! arg bins u32[256] = zero
//! arg n    u32 = 524288
//! check sum(bins) == n
//! check all bins[b] == count(in[i] == b for i in 0..n) for b in 60..64
extern "C" __global__ void histogram_shared(const unsigned char* in, unsigned* bins, unsigned n) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
