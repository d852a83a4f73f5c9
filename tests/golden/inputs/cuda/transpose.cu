// A column of a tile of 32 words a row: all lanes of a warp meet in one bank.
constexpr int kTile = 32;

__global__ void transpose(const float* in, float* out, int width) {
  __shared__ float tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile;
  for (int row = threadIdx.y; row < kTile; row += blockDim.y)
    tile[row][threadIdx.x] = in[(y + row) * width + x];
  __syncthreads();
  const int to_x = blockIdx.y * kTile + threadIdx.x;
  const int to_y = blockIdx.x * kTile;
  for (int row = threadIdx.y; row < kTile; row += blockDim.y)
    out[(to_y + row) * width + to_x] = tile[threadIdx.x][row];
}
