// CUDA C++ of kernels/divide_loop.ir.
//! grid 160
//! block 256
//! arg out u32[40960] = zero
//! arg d u32 = 16
//! arg rounds u32 = 64
//! check all out[i] == sum((i + k) / d for k in 0..rounds) for i in 0..40960

extern "C" __global__ void divide_loop(unsigned* out, unsigned d, unsigned rounds) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (unsigned k = 0; k < rounds; ++k) sum += (i + k) / d;
  out[i] = sum;
}
