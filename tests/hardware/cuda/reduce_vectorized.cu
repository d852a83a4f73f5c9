// CUDA original of kernels/reduce_vectorized.ir, whose header says what it does and how it is launched.
extern "C" __global__ void reduce_vectorized(const int* in, int* out, int len) {
  extern __shared__ int data[];
  const int tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
  reinterpret_cast<int4*>(data)[tx] =
      4 * i < len ? reinterpret_cast<const int4*>(in)[i] : make_int4(0, 0, 0, 0);
  __syncthreads();
  const int sum = data[4 * tx] + data[4 * tx + 1] + data[4 * tx + 2] + data[4 * tx + 3];
  __syncthreads();
  data[tx] = sum;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (tx < step) data[tx] += data[tx + step];
    __syncthreads();
  }
  if (tx == 0) atomicAdd(out, data[0]);
}
