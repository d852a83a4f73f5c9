// CUDA original of kernels/matmul_tiled.ir, whose header says what it does and how it is launched.
constexpr unsigned kTile = 16;

extern "C" __global__ void matmul_tiled(const float* m, const float* n, float* p, unsigned width) {
  __shared__ float m_tile[kTile][kTile], n_tile[kTile][kTile];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  float sum = 0;
  for (unsigned t = 0; t < width / kTile; ++t) {
    m_tile[ty][tx] = m[row * width + t * kTile + tx];
    n_tile[ty][tx] = n[(t * kTile + ty) * width + column];
    __syncthreads();
    for (unsigned k = 0; k < kTile; ++k) sum += m_tile[ty][k] * n_tile[k][tx];
    __syncthreads();
  }
  p[row * width + column] = sum;
}
