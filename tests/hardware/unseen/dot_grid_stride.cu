// Dot product: a loop in steps of the grid, shuffles, one floating-point atomic a warp.
//! grid 264
//! block 256
//! arg x   f32[1000000] = const(0.5)
//! arg y   f32[1000000] = random(17,0,2)
//! arg out f32[1] = zero
//! arg n   s32 = 1000000
//! check out[0] ~= 0.5 * sum(y[i] for i in 0..n) within 0.1%
extern "C" __global__ void dot_grid_stride(const float* x, const float* y, float* out, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += x[i] * y[i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
