// CUDA original of kernels/reduce_halving_stride.ir, whose header says what it does and how it is launched.
extern "C" __global__ void reduce_halving_stride(const float* in, float* out) {
  __shared__ float partial[512];
  const unsigned t = threadIdx.x;
  partial[t] = in[t];
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) partial[t] += partial[t + stride];
  }
  if (t == 0) out[0] = partial[0];
}
