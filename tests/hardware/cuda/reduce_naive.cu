// CUDA original of kernels/reduce_naive.ir, whose header says what it does and how it is launched.
extern "C" __global__ void reduce_naive(const int* in, int* out, int len) {
  __shared__ int data[256];
  const int tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
  data[tx] = i < len ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (tx % (2 * step) == 0) data[tx] += data[tx + step];
    __syncthreads();
  }
  if (tx == 0) atomicAdd(out, data[0]);
}
