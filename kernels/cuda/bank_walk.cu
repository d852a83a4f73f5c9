// CUDA C++ of kernels/bank_walk.ir.
//! grid 160
//! block 256
//! arg out u32[40960] = zero
//! arg stride u32 = 1
//! arg rounds u32 = 64
//! check all out[i] == sum((i % 32 * stride + k) % 1024 for k in 0..rounds) for i in 0..256

extern "C" __global__ void bank_walk(unsigned* out, unsigned stride, unsigned rounds) {
  __shared__ unsigned data[1024];
  for (unsigned k = threadIdx.x; k < 1024; k += blockDim.x) data[k] = k;
  __syncthreads();
  unsigned word = threadIdx.x % 32 * stride, sum = 0;
  for (unsigned k = 0; k < rounds; ++k) sum += data[(word + k) % 1024];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
