// CUDA C++ of kernels/reduce_growing_stride.ir.
//! grid 1
//! block 512
//! arg in  f32[512] = iota(1,1)
//! arg out f32[1] = zero
//! check out[0] == 131328

extern "C" __global__ void reduce_growing_stride(const float* in, float* out) {
  __shared__ float partial[1024];
  int t = threadIdx.x;
  partial[t] = in[t];
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0) partial[t] += partial[t + stride];
  }
  if (t == 0) *out = partial[0];
}
