// CUDA original of kernels/bank_doubles.ir, whose header says what it does and how it is launched.
extern "C" __global__ void bank_doubles(double* out) {
  __shared__ double data[32];
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}
