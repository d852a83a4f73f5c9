// CUDA original of kernels/bank_broadcast.ir, whose header says what it does and how it is launched.
extern "C" __global__ void bank_broadcast(unsigned* out) {
  __shared__ unsigned data[32];
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = data[7];
}
