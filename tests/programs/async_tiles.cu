// nvcc: -arch=sm_80
// A matrix times a vector over tiles in shared memory, two buffers in turn: while a block works on one
// tile, asynchronous copies fill the other (__pipeline_memcpy_async). The matrix's edge is filled up with
// zeros by copies of fewer bytes.
#include <cuda_pipeline.h>

#include <cstdio>
#include <vector>

constexpr int kRows = 100, kColumns = 250, kPitch = 252;  // a multiple of 4: rows of 16-byte pieces
constexpr int kTile = 32, kThreads = 128;

struct Tile {
  alignas(16) int matrix[kTile][kTile];
  alignas(16) int vector[kTile];
};

// Bytes of the 16 at `column` that lie within a row.
__device__ int valid(int row, int column) {
  const int words = row < kRows ? kColumns - column : 0;
  return words <= 0 ? 0 : words >= 4 ? 16 : 4 * words;
}

__device__ void fetch(Tile& tile, const int* matrix, const int* vector, int first_row, int first_column) {
  for (int piece = threadIdx.x; piece < kTile * kTile / 4; piece += kThreads) {
    const int r = piece / (kTile / 4), c = piece % (kTile / 4) * 4;
    const int row = first_row + r, column = first_column + c;
    const int bytes = valid(row, column);
    const int* from = matrix + (bytes == 0 ? 0 : row * kPitch + column);
    __pipeline_memcpy_async(&tile.matrix[r][c], from, 16, 16 - bytes);
  }
  if (threadIdx.x < kTile) {
    const int column = first_column + threadIdx.x;
    const bool inside = column < kColumns;
    __pipeline_memcpy_async(&tile.vector[threadIdx.x], vector + (inside ? column : 0), 4, inside ? 0 : 4);
  }
  __pipeline_commit();
}

__global__ void multiply(const int* matrix, const int* vector, int* product) {
  __shared__ Tile tiles[2];
  __shared__ int partial[kTile][kThreads / kTile];
  const int first_row = blockIdx.x * kTile;
  const int row = threadIdx.x % kTile, part = threadIdx.x / kTile;
  constexpr int kTiles = (kColumns + kTile - 1) / kTile;
  fetch(tiles[0], matrix, vector, first_row, 0);
  int sum = 0;
  for (int t = 0; t < kTiles; ++t) {
    if (t + 1 < kTiles) {
      fetch(tiles[(t + 1) % 2], matrix, vector, first_row, (t + 1) * kTile);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    const Tile& tile = tiles[t % 2];
    for (int c = part; c < kTile; c += kThreads / kTile) sum += tile.matrix[row][c] * tile.vector[c];
    __syncthreads();
  }
  partial[row][part] = sum;
  __syncthreads();
  if (part == 0 && first_row + row < kRows)
    product[first_row + row] = partial[row][0] + partial[row][1] + partial[row][2] + partial[row][3];
}

int main() {
  std::vector<int> matrix(kRows * kPitch), vector(kColumns), product(kRows);
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kPitch; ++c) matrix[r * kPitch + c] = (r * 31 + c * 17) % 23 - 11;
  for (int c = 0; c < kColumns; ++c) vector[c] = c * 5 % 19 - 9;
  int *on_matrix, *on_vector, *on_product;
  cudaMalloc(&on_matrix, matrix.size() * sizeof(int));
  cudaMalloc(&on_vector, vector.size() * sizeof(int));
  cudaMalloc(&on_product, product.size() * sizeof(int));
  cudaMemcpy(on_matrix, matrix.data(), matrix.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(on_vector, vector.data(), vector.size() * sizeof(int), cudaMemcpyHostToDevice);
  multiply<<<(kRows + kTile - 1) / kTile, kThreads>>>(on_matrix, on_vector, on_product);
  cudaMemcpy(product.data(), on_product, product.size() * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  long long sum = 0;
  for (int r = 0; r < kRows; ++r) {
    int expected = 0;
    for (int c = 0; c < kColumns; ++c) expected += matrix[r * kPitch + c] * vector[c];
    wrong += expected != product[r];
    sum += product[r] * (r + 1LL);
  }
  std::printf("%s; rows %d to %d: %d %d %d ... %d; weighted sum %lld; wrong: %d\n",
              cudaGetErrorString(cudaGetLastError()), 0, kRows - 1, product[0], product[1], product[2],
              product[kRows - 1], sum, wrong);
  return wrong != 0;
}
