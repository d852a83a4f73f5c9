// Sums of values by their group, 64 groups a block: floats added in shared memory.
//! grid 132
//! block 256
//! arg groups u32[67584] = random(21,0,64)
//! arg values f32[67584] = const(1)
//! arg sums   f32[64] = zero
//! check sum(sums[g] for g in 0..64) == 67584
extern "C" __global__ void group_sums_shared(const unsigned* groups, const float* values, float* sums) {
  __shared__ float own[64];
  const int t = threadIdx.x;
  if (t < 64) own[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 512 + t; i < static_cast<int>(blockIdx.x + 1) * 512; i += 256) atomicAdd(&own[groups[i]], values[i]);
  __syncthreads();
  if (t < 64) atomicAdd(&sums[t], own[t]);
}
