// Points within a circle, xorshift for each thread, one atomic for each block.
//! grid 264
//! block 256
//! arg hits u32[1] = zero
//! arg rounds s32 = 64
extern "C" __global__ void monte_carlo(unsigned* hits, int rounds) {
  unsigned s = 2463534242u ^ (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  int inside = 0;
  for (int r = 0; r < rounds; ++r) {
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    const float x = s * 2.3283064e-10f;
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    const float y = s * 2.3283064e-10f;
    if (x * x + y * y < 1.0f) ++inside;
  }
  const int total = __syncthreads_count(inside > rounds / 2);
  for (int d = 16; d > 0; d /= 2) inside += __shfl_down_sync(~0u, inside, d);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, inside);
  if (total < 0) hits[0] = 0;
}
