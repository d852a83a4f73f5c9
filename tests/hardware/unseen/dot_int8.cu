// Dot products of rows of 256 signed bytes with one vector, a thread a row, four bytes a load.
//! grid 64
//! block 64
//! arg rows   s8[1048576] = random(28,-128,128)
//! arg vector s8[256] = random(29,-128,128)
//! arg out    s32[4096] = zero
//! check all out[r] == sum(rows[256 * r + k] * vector[k] for k in 0..256) for r in 0..4096
extern "C" __global__ void dot_int8(const char4* rows, const char4* vector, int* out) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 64; ++k) {
    const char4 a = rows[r * 64 + k], b = vector[k];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  out[r] = sum;
}
