// CUDA original of kernels/reduce_eliminate_divergence.ir, whose header says what it does and how it is launched.
// Every thread whose partner exists adds, also those whose result nobody reads.
extern "C" __global__ void reduce_eliminate_divergence(const int* in, int* out, int len) {
  extern __shared__ int data[];
  const int tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
  data[tx] = i < len ? in[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (tx + step < blockDim.x) data[tx] += data[tx + step];
    __syncthreads();
  }
  if (tx == 0) atomicAdd(out, data[0]);
}
