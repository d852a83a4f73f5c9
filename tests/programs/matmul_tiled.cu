// A course's matrix product, with the tile and the type as template parameters.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

template <typename T, int Tile>
__global__ void matmul(const T* a, const T* b, T* c, int rows, int inner, int columns) {
  __shared__ T a_tile[Tile][Tile];
  __shared__ T b_tile[Tile][Tile];
  const int row = blockIdx.y * Tile + threadIdx.y;
  const int column = blockIdx.x * Tile + threadIdx.x;
  T sum = T(0);
  for (int start = 0; start < inner; start += Tile) {
    const int a_column = start + threadIdx.x;
    const int b_row = start + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] =
        row < rows && a_column < inner ? a[row * inner + a_column] : T(0);
    b_tile[threadIdx.y][threadIdx.x] =
        b_row < inner && column < columns ? b[b_row * columns + column] : T(0);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Tile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}

template <typename T, int Tile>
bool multiply(const char* name, int rows, int inner, int columns) {
  std::vector<T> a(rows * inner), b(inner * columns), c(rows * columns);
  for (size_t i = 0; i < a.size(); ++i) a[i] = T(int(i * 7 % 13) - 6);
  for (size_t i = 0; i < b.size(); ++i) b[i] = T(int(i * 5 % 11) - 5);
  T *d_a, *d_b, *d_c;
  check(cudaMalloc(&d_a, a.size() * sizeof(T)), "malloc a");
  check(cudaMalloc(&d_b, b.size() * sizeof(T)), "malloc b");
  check(cudaMalloc(&d_c, c.size() * sizeof(T)), "malloc c");
  check(cudaMemcpy(d_a, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice), "copy a");
  check(cudaMemcpy(d_b, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice), "copy b");
  const dim3 block(Tile, Tile);
  const dim3 grid((columns + Tile - 1) / Tile, (rows + Tile - 1) / Tile);
  matmul<T, Tile><<<grid, block>>>(d_a, d_b, d_c, rows, inner, columns);
  check(cudaGetLastError(), "launch");
  check(cudaMemcpy(c.data(), d_c, c.size() * sizeof(T), cudaMemcpyDeviceToHost), "copy c");
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);

  int wrong = 0;
  double trace = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      T sum = T(0);
      for (int k = 0; k < inner; ++k) sum += a[i * inner + k] * b[k * columns + j];
      wrong += sum != c[i * columns + j];
      if (i == j) trace += static_cast<double>(c[i * columns + j]);
    }
  }
  printf("%-10s %dx%d * %dx%d: %d wrong, sum of the diagonal %.0f\n", name, rows, inner, inner,
         columns, wrong, trace);
  return wrong == 0;
}

int main() {
  try {
    bool good = multiply<float, 16>("float/16", 96, 64, 80);
    good &= multiply<float, 32>("float/32", 70, 45, 33);
    good &= multiply<double, 16>("double/16", 48, 50, 52);
    good &= multiply<int, 8>("int/8", 40, 40, 40);
    printf(good ? "all products agree\n" : "FAILED\n");
    return good ? 0 : 1;
  } catch (const std::exception& error) {
    fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
