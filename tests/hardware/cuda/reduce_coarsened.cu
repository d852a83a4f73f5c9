// CUDA original of kernels/reduce_coarsened.ir, whose header says what it does and how it is launched.
extern "C" __global__ void reduce_coarsened(const int* in, int* out, int len) {
  extern __shared__ int data[];
  const int tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
  int4 four = make_int4(0, 0, 0, 0);
  if (4 * i < len) four = reinterpret_cast<const int4*>(in)[i];
  data[tx] = four.x + four.y + four.z + four.w;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (tx < step) data[tx] += data[tx + step];
    __syncthreads();
  }
  if (tx == 0) atomicAdd(out, data[0]);
}
