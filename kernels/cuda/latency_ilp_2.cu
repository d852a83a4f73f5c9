// CUDA C++ of kernels/latency_ilp_2.ir. The value c = 0 comes from memory, so that no compiler knows it.
//! grid 1
//! block 512
//! arg out f32[1024] = zero
//! check out[0] == 2

__device__ float zero = 0;

extern "C" __global__ void latency_ilp_2(float* out) {
  float c = zero, x0 = 1, x1 = 1;
  for (int i = 0; i < 16; ++i)
    for (int k = 0; k < 8; ++k) {
      x0 = x0 * c + x0;  // waits for the x0 before
      x1 = x1 * c + x1;  // waits for the x1 before, not for x0
    }
  out[threadIdx.x] = x0 + x1;
}
