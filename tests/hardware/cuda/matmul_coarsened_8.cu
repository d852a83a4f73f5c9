// CUDA original of kernels/matmul_coarsened_8.ir, whose header says what it does and how it is launched.
constexpr unsigned kTile = 16, kFactor = 8;

extern "C" __global__ void matmul_coarsened_8(const float* m, const float* n, float* p,
                                             unsigned width) {
  __shared__ float m_tile[kTile][kTile], n_tile[kTile][kTile];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned row = blockIdx.y * kTile + ty, first = blockIdx.x * kTile * kFactor + tx;
  float sum[kFactor] = {};
  for (unsigned t = 0; t < width / kTile; ++t) {
    m_tile[ty][tx] = m[row * width + t * kTile + tx];
    for (unsigned c = 0; c < kFactor; ++c) {
      n_tile[ty][tx] = n[(t * kTile + ty) * width + first + c * kTile];
      __syncthreads();
      for (unsigned k = 0; k < kTile; ++k) sum[c] += m_tile[ty][k] * n_tile[k][tx];
      __syncthreads();
    }
  }
  for (unsigned c = 0; c < kFactor; ++c) p[row * width + first + c * kTile] = sum[c];
}
