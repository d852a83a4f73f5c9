// Tiled matrix multiply, plain and with four columns a thread.
template <int kTile, int kCoarse>
__global__ void matmul(const float* m, const float* n, float* p, int width) {
  __shared__ float ms[kTile][kTile], ns[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty, col = blockIdx.x * kTile * kCoarse + tx;
  float sum[kCoarse];
  for (int c = 0; c < kCoarse; ++c) sum[c] = 0;
  for (int ph = 0; ph < width / kTile; ++ph) {
    ms[ty][tx] = m[row * width + ph * kTile + tx];
    for (int c = 0; c < kCoarse; ++c) {
      ns[ty][tx] = n[(ph * kTile + ty) * width + col + c * kTile];
      __syncthreads();
      for (int k = 0; k < kTile; ++k) sum[c] += ms[ty][k] * ns[k][tx];
      __syncthreads();
    }
  }
  for (int c = 0; c < kCoarse; ++c) p[row * width + col + c * kTile] = sum[c];
}
template __global__ void matmul<16, 1>(const float*, const float*, float*, int);
template __global__ void matmul<16, 4>(const float*, const float*, float*, int);
