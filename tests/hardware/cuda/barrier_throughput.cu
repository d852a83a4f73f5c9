// CUDA original of kernels/barrier_throughput.ir, whose header says what it does and how it is launched.
extern "C" __global__ void barrier_throughput(unsigned* out) {
  unsigned i = 0;
  for (; i < 256; ++i) __syncthreads();
  out[threadIdx.x] = i;
}
