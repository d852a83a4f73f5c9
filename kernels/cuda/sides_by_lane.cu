// CUDA C++ of kernels/sides_by_lane.ir.
//! grid 160
//! block 128
//! arg out f32[20480] = zero
//! arg rounds u32 = 512
//! check all out[i] ~= (i % 2 == 0 ? 2 : 3) for i in 0..20480

extern "C" __global__ void sides_by_lane(float* out, unsigned rounds) {
  float x = threadIdx.x;
  if (threadIdx.x % 2 == 0)
    for (unsigned k = 0; k < rounds; ++k) x = x / 2 + 1;
  else
    for (unsigned k = 0; k < rounds; ++k) x = x / 2 + 1.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
