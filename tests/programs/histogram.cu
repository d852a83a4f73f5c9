// A histogram of bytes: shared atomics per block, then one global atomic per bin.
#include <cstdint>
#include <iostream>
#include <memory>
#include <numeric>
#include <vector>

struct DeviceDeleter {
  void operator()(void* p) const { cudaFree(p); }
};
template <typename T>
using DevicePtr = std::unique_ptr<T[], DeviceDeleter>;

template <typename T>
DevicePtr<T> device_alloc(size_t count) {
  void* p = nullptr;
  if (cudaMalloc(&p, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  return DevicePtr<T>(static_cast<T*>(p));
}

constexpr int Bins = 256;

__global__ void histogram(const uint32_t* words, size_t count, unsigned* bins) {
  __shared__ unsigned local[Bins];
  for (int b = threadIdx.x; b < Bins; b += blockDim.x) local[b] = 0;
  __syncthreads();
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    const uint32_t word = words[i];
    for (int shift = 0; shift < 32; shift += 8) atomicAdd(&local[word >> shift & 0xff], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < Bins; b += blockDim.x)
    if (local[b] != 0) atomicAdd(&bins[b], local[b]);
}

int main() {
  std::vector<uint8_t> bytes(64 * 1024);
  uint32_t x = 1;
  for (auto& byte : bytes) {
    x = x * 22695477u + 1u;
    byte = uint8_t((x >> 16 & 0x7f) + (x >> 24 & 0x3f));
  }
  std::vector<unsigned> expected(Bins, 0), result(Bins);
  for (uint8_t byte : bytes) ++expected[byte];

  auto d_bytes = device_alloc<uint8_t>(bytes.size());
  auto d_bins = device_alloc<unsigned>(Bins);
  cudaMemcpy(d_bytes.get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  for (int blocks : {1, 6, 16}) {
    cudaMemset(d_bins.get(), 0, Bins * sizeof(unsigned));
    histogram<<<blocks, 192>>>(reinterpret_cast<const uint32_t*>(d_bytes.get()), bytes.size() / 4,
                               d_bins.get());
    cudaMemcpy(result.data(), d_bins.get(), Bins * sizeof(unsigned), cudaMemcpyDeviceToHost);
    std::cout << blocks << " blocks: total " << std::accumulate(result.begin(), result.end(), 0u)
              << ", bins 0 64 127 190: " << result[0] << ' ' << result[64] << ' ' << result[127]
              << ' ' << result[190] << (result == expected ? ", as expected" : ", WRONG") << '\n';
  }
  if (cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::cerr << cudaGetErrorString(error) << '\n';
    return 1;
  }
  return result == expected ? 0 : 1;
}
