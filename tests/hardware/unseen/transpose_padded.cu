// Transposes a matrix through a tile in shared memory with a column of padding.
//! grid 32,16
//! block 32,8
//! arg in     f32[524288] = iota(0,1)
//! arg out    f32[524288] = zero
//! arg width  s32 = 1024
//! arg height s32 = 512
//! check all out[x * height + y] == in[y * width + x] for y in 0..height, x in 0..width
extern "C" __global__ void transpose_padded(const float* __restrict__ in, float* __restrict__ out,
                                            int width, int height) {
  __shared__ float tile[32][32 + 1];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
