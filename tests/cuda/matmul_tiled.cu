// A tiled product of matrices, the tile's width a template parameter, in a whole program.
//! kernel matmul
//! grid 3,2
//! block 16,16
//! arg a f32[1536] = random(1,0,1)   // 32 x 48
//! arg b f32[2304] = random(2,0,1)   // 48 x 48
//! arg c f32[1536] = zero
//! arg m s32 = 32
//! arg n s32 = 48
//! arg k s32 = 48
//! check all c[y*n + x] ~= sum(a[y*k + j] * b[j*n + x] for j in 0..k) within 0.01% for y in 0..m, x in 0..n
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <vector>

template <int Tile>
__global__ void matmul(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m,
                       int n, int k) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  const int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < k; t += Tile) {
    as[threadIdx.y][threadIdx.x] = a[y * k + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Tile; ++j) sum += as[threadIdx.y][j] * bs[j][threadIdx.x];
    __syncthreads();
  }
  if (y < m && x < n) c[y * n + x] = sum;
}

#define CHECK(call)                                                                      \
  do {                                                                                   \
    const cudaError_t status = (call);                                                   \
    if (status != cudaSuccess) {                                                         \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                      \
    }                                                                                    \
  } while (0)

int main() {
  const int m = 32, n = 48, k = 48;
  std::vector<float> a(m * k, 1.0f), b(k * n, std::sqrt(2.0f)), c(m * n);
  auto total = std::make_shared<double>(0);
  float *da = nullptr, *db = nullptr, *dc = nullptr;
  CHECK(cudaMalloc(&da, a.size() * sizeof(float)));
  CHECK(cudaMalloc(&db, b.size() * sizeof(float)));
  CHECK(cudaMalloc(&dc, c.size() * sizeof(float)));
  CHECK(cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  matmul<16><<<dim3(n / 16, m / 16), dim3(16, 16)>>>(da, db, dc, m, n, k);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (float v : c) *total += v;
  std::cout << *total << "\n";
  CHECK(cudaFree(da));
}
