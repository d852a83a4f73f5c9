// CUB's device-wide algorithms with their two calls: how much temporary storage, then the work.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

#define CubDebugExitHere(x)                                     \
  do {                                                          \
    cudaError_t e = (x);                                        \
    if (e != cudaSuccess) {                                     \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); \
      return 1;                                                 \
    }                                                           \
  } while (0)

struct CustomMin {
  template <typename T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

// Calls an algorithm twice, with storage of the size that the first call names.
template <typename Algorithm>
cudaError_t with_storage(Algorithm algorithm) {
  void* storage = nullptr;
  size_t bytes = 0;
  if (cudaError_t e = algorithm(storage, bytes)) return e;
  if (cudaError_t e = cudaMalloc(&storage, bytes)) return e;
  const cudaError_t status = algorithm(storage, bytes);
  const cudaError_t freed = cudaFree(storage);
  return status != cudaSuccess ? status : freed;
}

int main() {
  const int n = 5000;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = (i * 7919 + 13) % 6007 - 2000;
  int *d_in, *d_out, *d_count;
  CubDebugExitHere(cudaMalloc(&d_in, n * sizeof(int)));
  CubDebugExitHere(cudaMalloc(&d_out, n * sizeof(int)));
  CubDebugExitHere(cudaMalloc(&d_count, sizeof(int)));
  CubDebugExitHere(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  const auto fetch = [&](std::vector<int>& to, const int* from, int count) {
    to.resize(count);
    return cudaMemcpy(to.data(), from, count * sizeof(int), cudaMemcpyDeviceToHost);
  };
  int wrong = 0;

  CubDebugExitHere(with_storage(
      [&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, d_in, d_out, n); }));
  CubDebugExitHere(fetch(out, d_out, 1));
  printf("sum %d\n", out[0]);
  wrong += out[0] != std::accumulate(in.begin(), in.end(), 0);

  CubDebugExitHere(with_storage([&](void* s, size_t& b) {
    return cub::DeviceReduce::Reduce(s, b, d_in, d_out, n, CustomMin(), 1 << 30);
  }));
  CubDebugExitHere(fetch(out, d_out, 1));
  printf("minimum %d\n", out[0]);
  wrong += out[0] != *std::min_element(in.begin(), in.end());

  CubDebugExitHere(with_storage(
      [&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveSum(s, b, d_in, d_out, n); }));
  CubDebugExitHere(fetch(out, d_out, n));
  std::vector<int> expected(n);
  std::exclusive_scan(in.begin(), in.end(), expected.begin(), 0);
  printf("exclusive sum %d %d %d\n", out[1], out[n / 2], out[n - 1]);
  wrong += out != expected;

  CubDebugExitHere(with_storage([&](void* s, size_t& b) {
    return cub::DeviceSelect::If(s, b, d_in, d_out, d_count, n, Even());
  }));
  int selected = 0;
  CubDebugExitHere(cudaMemcpy(&selected, d_count, sizeof selected, cudaMemcpyDeviceToHost));
  CubDebugExitHere(fetch(out, d_out, selected));
  expected.clear();
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), Even());
  printf("selected %d, last %d\n", selected, out.back());
  wrong += out != expected;

  CubDebugExitHere(with_storage([&](void* s, size_t& b) {
    return cub::DeviceRadixSort::SortKeysDescending(s, b, d_in, d_out, n);
  }));
  CubDebugExitHere(fetch(out, d_out, n));
  expected = in;
  std::sort(expected.begin(), expected.end(), std::greater<int>());
  printf("sorted %d %d %d\n", out[0], out[1], out[n - 1]);
  wrong += out != expected;

  CubDebugExitHere(with_storage([&](void* s, size_t& b) {
    return cub::DeviceHistogram::HistogramEven(s, b, d_in, d_out, 9, -2000, 4400, n);
  }));
  CubDebugExitHere(fetch(out, d_out, 8));
  printf("histogram");
  for (int bin : out) printf(" %d", bin);
  printf("\n");
  wrong += std::accumulate(out.begin(), out.end(), 0) != n;

  std::vector<int> offsets = {0, 10, 10, 1500, 4999, n};
  int* d_offsets;
  CubDebugExitHere(cudaMalloc(&d_offsets, offsets.size() * sizeof(int)));
  CubDebugExitHere(
      cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
  CubDebugExitHere(with_storage([&](void* s, size_t& b) {
    return cub::DeviceSegmentedReduce::Max(s, b, d_in, d_out, 5, d_offsets, d_offsets + 1);
  }));
  CubDebugExitHere(fetch(out, d_out, 5));
  printf("segments");
  for (int maximum : out) printf(" %d", maximum);
  printf("\n%d wrong\n", wrong);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_count);
  cudaFree(d_offsets);
  return wrong;
}
