// Running out of device memory is an error that passes; cudaMemGetInfo follows the allocations.
#include <cstdio>
#include <iostream>
#include <new>
#include <string>
#include <vector>

class CudaError : public std::exception {
 public:
  explicit CudaError(cudaError_t code) : code_(code) {}
  const char* what() const noexcept override { return cudaGetErrorString(code_); }
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

template <typename T>
class Buffer {
 public:
  explicit Buffer(size_t count) {
    if (cudaError_t e = cudaMalloc(&data_, count * sizeof(T))) throw CudaError(e);
  }
  ~Buffer() { cudaFree(data_); }
  Buffer(Buffer&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
  Buffer(const Buffer&) = delete;
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

__global__ void fill(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}

size_t free_bytes() {
  size_t free = 0, total = 0;
  if (cudaError_t e = cudaMemGetInfo(&free, &total)) throw CudaError(e);
  return free;
}

const char* yes(bool b) {
  return b ? "yes" : "no";
}

int main() try {
  size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  std::cout << "free below total: " << yes(free < total)
            << ", more than half of it: " << yes(free > total / 2) << '\n';
  try {
    Buffer<char> huge(size_t(1) << 50);
    std::cout << "a pebibyte was allocated\n";
  } catch (const CudaError& e) {
    std::cout << "a pebibyte: " << cudaGetErrorName(e.code()) << ", " << e.what() << '\n';
  }
  std::cout << "remembered: " << cudaGetErrorName(cudaGetLastError()) << ", then "
            << cudaGetErrorName(cudaGetLastError()) << '\n';

  {
    const size_t before = free_bytes();
    Buffer<char> block(64 << 20);
    const size_t during = free_bytes();
    std::cout << "64 MiB are gone: " << yes(before - during >= 64 << 20 && before > during) << '\n';
  }
  std::cout << "and back: " << yes(free_bytes() > free - (64 << 20)) << '\n';

  // Pieces of an eighth of the memory until no more fit.
  std::vector<Buffer<char>> pieces;
  try {
    for (int k = 0; k < 20; ++k) pieces.emplace_back(total / 8);
  } catch (const CudaError& e) {
    std::cout << "pieces: between 4 and 8: " << yes(pieces.size() >= 4 && pieces.size() <= 8)
              << ", then " << cudaGetErrorName(e.code()) << '\n';
  }
  cudaGetLastError();
  pieces.clear();

  const int n = 1000;
  Buffer<int> small(n);
  fill<<<4, 256>>>(small.get(), n);
  int last = 0;
  if (cudaError_t e = cudaMemcpy(&last, small.get() + n - 1, sizeof last, cudaMemcpyDeviceToHost))
    throw CudaError(e);
  std::cout << "afterwards a kernel still runs: " << last << '\n';
  throw CudaError(cudaErrorNotSupported);
} catch (const CudaError& e) {
  std::cout << "main ends with: " << e.what() << '\n';
  return 5;
}
