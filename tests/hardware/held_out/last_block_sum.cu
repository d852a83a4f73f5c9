// The sum of an array: the block that finishes last adds up what all have left.
//! grid 132
//! block 256
//! arg in      f32[135168] = const(1)
//! arg partial f32[132] = zero
//! arg out     f32[1] = zero
//! arg ticket  u32[1] = zero
//! check out[0] == 135168
__device__ float block_sum(float value, float* shared) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffff, value, step);
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = 0;
  for (int warp = 0; warp < 8; ++warp) sum += shared[warp];
  __syncthreads();
  return sum;
}
extern "C" __global__ void last_block_sum(const float* in, volatile float* partial, float* out, unsigned* ticket) {
  __shared__ float shared[8];
  __shared__ bool last;
  float value = 0;
  for (int k = 0; k < 4; ++k) value += in[(blockIdx.x * 4 + k) * 256 + threadIdx.x];
  const float sum = block_sum(value, shared);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  value = threadIdx.x < 132 ? partial[threadIdx.x] : 0;
  const float all = block_sum(value, shared);
  if (threadIdx.x == 0) *out = all;
}
