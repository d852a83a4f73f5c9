// A recursive function that is linked to its kernel: nvcc -arch=sm_90 -dc, then -dlink -cubin. It
// has a section of its own, and the cubin says of no kernel how much stack it needs.
__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
extern "C" __global__ void recursion_linked(int* out) {
  out[threadIdx.x] = fibonacci(threadIdx.x % 12);
}
