// CUDA original of kernels/bank_column_padded.ir, whose header says what it does and how it is launched.
extern "C" __global__ void bank_column_padded(unsigned* out) {
  __shared__ unsigned data[32][33];
  data[threadIdx.x][0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x][0];
}
