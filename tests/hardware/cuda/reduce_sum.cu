// CUDA original of kernels/reduce_sum.ir, whose header says what it does and how it is launched.
extern "C" __global__ void reduce_sum(const float* in, float* out, int n) {
  extern __shared__ float sdata[];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sdata[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) sdata[t] += sdata[t + stride];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sdata[0];
}
