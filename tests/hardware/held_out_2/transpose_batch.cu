// Sixteen matrices of 256 x 256, tiles of 32 x 32 by 32 x 8 threads.
//! grid 8,8,16
//! block 32,8
//! arg in f32[1048576] = iota(0,1)
//! arg out f32[1048576] = zero
extern "C" __global__ void transpose_batch(const float* in, float* out) {
  __shared__ float tile[32][33];
  const int base = blockIdx.z * 65536;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[base + (y + j) * 256 + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[base + (y + j) * 256 + x] = tile[threadIdx.x][threadIdx.y + j];
}
