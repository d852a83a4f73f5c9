// CUDA C++ of kernels/reduce_shuffle.ir, for blocks of one warp.
//! grid 8192
//! block 32
//! shared 128
//! arg in  s32[1048576] = iota(0,1)
//! arg out s32[1] = zero
//! arg len s32 = 1048576
//! check out[0] == sum(in)

extern "C" __global__ void reduce_shuffle(const int* in, int* out, int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int4 v = {0, 0, 0, 0};
  if (4 * i < len) v = ((const int4*)in)[i];  // one load of 16 bytes
  int sum = v.x + v.y + v.z + v.w;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
