// CUDA C++ of kernels/local_array_divergent.ir.
//! grid 1
//! block 32
//! arg out u32[32] = zero
//! check all out[i] == 120 + 16 * i for i in 0..32

extern "C" __global__ void local_array_divergent(unsigned* out) {
  unsigned words[16], t = threadIdx.x, sum = 0;  // an array of the thread's own
  for (unsigned i = 0; i < 16; ++i) words[(i + t) % 16] = (i + t) % 16 + t;
  for (unsigned i = 0; i < 16; ++i) sum += words[(i + t) % 16];
  out[t] = sum;
}
