// Transposes a matrix of floats: reads rows, writes columns.
//! grid 32,16
//! block 32,8
//! arg in     f32[524288] = iota(0,1)
//! arg out    f32[524288] = zero
//! arg width  s32 = 1024
//! arg height s32 = 512
//! check all out[x * height + y] == in[y * width + x] for y in 0..height, x in 0..width
extern "C" __global__ void transpose_naive(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * height + y + j] = in[(y + j) * width + x];
}
