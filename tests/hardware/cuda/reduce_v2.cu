// CUDA original of kernels/reduce_v2.ir, whose header says what it does and how it is launched.
extern "C" __global__ void reduce_v2(const int* in, int* out, int len) {
  __shared__ int data[256];
  const int tx = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tx;
  int sum = i < len ? in[i] : 0;
  if (i + blockDim.x < len) sum += in[i + blockDim.x];
  data[tx] = sum;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (tx < step) data[tx] += data[tx + step];
    __syncthreads();
  }
  if (tx == 0) atomicAdd(out, data[0]);
}
