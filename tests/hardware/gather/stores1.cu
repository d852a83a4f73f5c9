// One store of one word to each sector.
//! grid 1
//! block 32
//! arg p f32[8650752] = zero
//! arg rows s32 = 8
extern "C" __global__ void stores1(float* p, int rows) {
#pragma unroll 1
  for (int r = 0; r < rows; ++r) p[((blockIdx.x * rows + r) * blockDim.x + threadIdx.x) * 8] = r;
}
