// 64 KiB of dynamic shared memory: asked for by attribute, refused without it.
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace cuda_error {
inline void check(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}
}  // namespace cuda_error
using cuda_error::check;

constexpr int kTile = 128;  // kTile * kTile int = 64 KiB

// Transposes tiles of 128 x 128 in place of a matrix of kTile columns by tiles of rows.
__global__ void transpose_tiles(int* data) {
  extern __shared__ int tile[];
  int* const own = data + blockIdx.x * kTile * kTile;
  for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x) {
    const int row = i / kTile, column = i % kTile;
    tile[row * kTile + (column ^ (row & 31))] = own[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x) {
    const int row = i % kTile, column = i / kTile;
    own[i] = tile[row * kTile + (column ^ (row & 31))];
  }
}

// Several arrays carved out of one block of dynamic shared memory.
__global__ void carve(double* out, int count) {
  extern __shared__ double doubles[];
  int* const ints = reinterpret_cast<int*>(doubles + count);
  char* const chars = reinterpret_cast<char*>(ints + count);
  const int i = threadIdx.x;
  doubles[i] = i * 0.5;
  ints[i] = 3 * i;
  chars[i] = static_cast<char>(i % 100);
  __syncthreads();
  const int j = count - 1 - i;
  out[i] = doubles[j] + ints[j] + chars[j];
}

int main() {
  try {
    const int tiles = 3, n = tiles * kTile * kTile;
    const int bytes = kTile * kTile * sizeof(int);
    std::vector<int> data(n), result(n);
    for (int i = 0; i < n; ++i) data[i] = i;
    int* d_data;
    check(cudaMalloc(&d_data, n * sizeof(int)));
    check(cudaMemcpy(d_data, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    transpose_tiles<<<tiles, 256, bytes>>>(d_data);
    std::printf("without the attribute: %s\n", cudaGetErrorName(cudaGetLastError()));

    cudaFuncAttributes before, after;
    check(cudaFuncGetAttributes(&before, transpose_tiles));
    check(
        cudaFuncSetAttribute(transpose_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    check(cudaFuncSetAttribute(transpose_tiles, cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared));
    check(cudaFuncGetAttributes(&after, transpose_tiles));
    std::printf("attribute: %d before, %d after\n", before.maxDynamicSharedSizeBytes,
                after.maxDynamicSharedSizeBytes);
    transpose_tiles<<<tiles, 256, bytes>>>(d_data);
    check(cudaGetLastError());
    check(cudaMemcpy(result.data(), d_data, n * sizeof(int), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int t = 0; t < tiles; ++t)
      for (int r = 0; r < kTile; ++r)
        for (int c = 0; c < kTile; ++c)
          wrong += result[(t * kTile + r) * kTile + c] != data[(t * kTile + c) * kTile + r];
    std::printf("transposed: %d %d %d, %d wrong\n", result[1], result[kTile], result[n - 2], wrong);
    check(cudaFree(d_data));

    const int count = 500;
    std::vector<double> out(count);
    double* d_out;
    check(cudaMalloc(&d_out, count * sizeof(double)));
    carve<<<1, count, count*(sizeof(double) + sizeof(int) + 1)>>>(d_out, count);
    check(cudaMemcpy(out.data(), d_out, count * sizeof(double), cudaMemcpyDeviceToHost));
    check(cudaFree(d_out));
    for (int i = 0; i < count; ++i) {
      const int j = count - 1 - i;
      wrong += out[i] != j * 0.5 + 3 * j + j % 100;
    }
    std::printf("carved: %.1f %.1f %.1f, %d wrong\n", out[0], out[1], out[499], wrong);
    return wrong != 0;
  } catch (const std::exception& error) {
    std::printf("failed: %s\n", error.what());
    return 9;
  }
}
