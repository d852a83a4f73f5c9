// CUDA original of kernels/thread_map.ir, whose header says what it does and how it is launched.
extern "C" __global__ void thread_map(unsigned* out) {
  const unsigned i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[i] = threadIdx.x + 256 * threadIdx.y + 65536 * threadIdx.z;
}
