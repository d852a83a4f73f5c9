// Fibonacci numbers by recursion: calls, a stack, lanes of different depth.
//! grid 8
//! block 64
//! arg out u32[512] = zero
//! check all out[i] == out[i - 1] + out[i - 2] for i in 2..12
//! check out[11] == 89
//! check all out[i] == out[i % 12] for i in 12..512
__device__ __noinline__ unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

extern "C" __global__ void recursive_fibonacci(unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = fibonacci(i % 12);
}
