// CUDA original of kernels/branch_by_lane.ir, whose header says what it does and how it is launched.
extern "C" __global__ void branch_by_lane(unsigned* out) {
  out[threadIdx.x] = threadIdx.x > 2 ? 3 : 1;
}
