// CUDA original of kernels/bank_stride.ir, whose header says what it does and how it is launched.
extern "C" __global__ void bank_stride(unsigned* out, unsigned stride) {
  __shared__ unsigned data[1024];
  data[threadIdx.x * stride] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x * stride];
}
