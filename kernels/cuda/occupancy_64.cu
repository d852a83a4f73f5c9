// CUDA C++ of kernels/occupancy_64.ir.
//! grid 4
//! block 512
//! arg in f32[57344] = const(1)
//! arg out f32[2048] = zero
//! check all out[i] == 56 for i in 0..2048

extern "C" __global__ void __launch_bounds__(512, 2) occupancy_64(const volatile float* in, float* out) {
  float x[56], sum = 0;
  for (int k = 0; k < 56; ++k) x[k] = in[k * 1024 + threadIdx.x];
  __syncthreads();  // all 56 values are alive here
  for (int k = 0; k < 56; ++k) sum += x[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
