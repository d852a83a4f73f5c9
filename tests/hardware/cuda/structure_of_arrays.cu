// CUDA original of kernels/structure_of_arrays.ir, whose header says what it does and how it is launched.
extern "C" __global__ void structure_of_arrays(const unsigned* in, unsigned* out) {
  const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[n + i] + in[2 * n + i] + in[3 * n + i];
}
