// CUDA original of kernels/bank_bytes.ir, whose header says what it does and how it is launched.
extern "C" __global__ void bank_bytes(unsigned* out) {
  __shared__ unsigned char data[128];
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}
