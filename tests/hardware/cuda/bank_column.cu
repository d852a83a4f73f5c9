// CUDA original of kernels/bank_column.ir, whose header says what it does and how it is launched.
extern "C" __global__ void bank_column(unsigned* out) {
  __shared__ unsigned data[32][32];
  data[threadIdx.x][0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x][0];
}
