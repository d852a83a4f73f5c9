// Structures of eight floats: six read, three written.
//! grid 1
//! block 32
//! arg p f32[8650752] = zero
//! arg rows s32 = 8
extern "C" __global__ void moves3(float* p, int rows) {
#pragma unroll 1
  for (int r = 0; r < rows; ++r) {
    float* a = p + ((blockIdx.x * rows + r) * blockDim.x + threadIdx.x) * 8;
    a[0] += a[3];
    a[1] += a[4];
    a[2] += a[5];
  }
}
