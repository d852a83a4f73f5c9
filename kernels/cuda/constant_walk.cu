// CUDA C++ of kernels/constant_walk.ir.
//! grid 160
//! block 128
//! arg out u32[20480] = zero
//! arg step u32 = 1
//! arg rounds u32 = 128
//! symbol table u32 = iota(10,1)
//! check all out[i] == sum(10 + (k + i % 32 * step) % 256 for k in 0..rounds) for i in 0..128

__constant__ unsigned table[256];

extern "C" __global__ void constant_walk(unsigned* out, unsigned step, unsigned rounds) {
  unsigned word = threadIdx.x % 32 * step, sum = 0;
  for (unsigned k = 0; k < rounds; ++k) sum += table[(word + k) % 256];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
