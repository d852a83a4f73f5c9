// CUDA original of kernels/branch_by_warp.ir, whose header says what it does and how it is launched.
extern "C" __global__ void branch_by_warp(unsigned* out) {
  out[threadIdx.x] = threadIdx.x / 32 > 2 ? 3 : 1;
}
