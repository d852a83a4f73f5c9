// CUDA original of kernels/vector_add_coarsened.ir, whose header says what it does and how it is launched.
extern "C" __global__ void vector_add_coarsened(const float* a, const float* b, float* c, int n) {
  const int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) c[i] = a[i] + b[i];
  }
}
