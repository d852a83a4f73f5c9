// A bitonic sort: large strides as one launch each from a host loop, small strides in shared
// memory.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void HandleError(cudaError_t err, const char* file, int line) {
  if (err != cudaSuccess) {
    printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
    exit(EXIT_FAILURE);
  }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

constexpr int kThreads = 256;
constexpr int kChunk = 2 * kThreads;

__device__ inline void order(unsigned& a, unsigned& b, bool up) {
  if ((a > b) == up) {
    unsigned t = a;
    a = b;
    b = t;
  }
}

// One step of stride j within sequences of length k.
__global__ void step(unsigned* data, int j, int k) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int low = 2 * t - (t & (j - 1));
  order(data[low], data[low + j], (low & k) == 0);
}

// All steps of stride below kChunk; with k == 0 every chunk is sorted from scratch.
__global__ void chunk_steps(unsigned* data, int k) {
  __shared__ unsigned s[kChunk];
  int base = blockIdx.x * kChunk;
  s[threadIdx.x] = data[base + threadIdx.x];
  s[threadIdx.x + kThreads] = data[base + threadIdx.x + kThreads];
  int first = k == 0 ? 2 : k, last = k == 0 ? kChunk : k;
  for (int length = first; length <= last; length *= 2) {
    for (int j = min(length, kChunk) / 2; j > 0; j /= 2) {
      __syncthreads();
      int low = 2 * threadIdx.x - (threadIdx.x & (j - 1));
      order(s[low], s[low + j], ((base + low) & length) == 0);
    }
  }
  __syncthreads();
  data[base + threadIdx.x] = s[threadIdx.x];
  data[base + threadIdx.x + kThreads] = s[threadIdx.x + kThreads];
}

int main() {
  const int n = 8192;
  std::vector<unsigned> keys(n), sorted;
  unsigned x = 2463534242u;
  for (auto& key : keys) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    key = x;
  }
  sorted = keys;
  std::sort(sorted.begin(), sorted.end());

  unsigned* dev;
  HANDLE_ERROR(cudaMalloc((void**)&dev, n * sizeof(unsigned)));
  HANDLE_ERROR(cudaMemcpy(dev, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  int launches = 1;
  chunk_steps<<<n / kChunk, kThreads>>>(dev, 0);
  for (int k = 2 * kChunk; k <= n; k *= 2) {
    for (int j = k / 2; j >= kChunk; j /= 2, ++launches) step<<<n / kChunk, kThreads>>>(dev, j, k);
    chunk_steps<<<n / kChunk, kThreads>>>(dev, k);
    ++launches;
  }
  HANDLE_ERROR(cudaGetLastError());
  HANDLE_ERROR(cudaMemcpy(keys.data(), dev, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  HANDLE_ERROR(cudaFree(dev));

  printf("%d keys, %d launches\n", n, launches);
  for (int i = 0; i < n; i += n / 8) printf("keys[%4d] = %10u\n", i, keys[i]);
  bool same = keys == sorted;
  printf("sorted: %s\n", same ? "yes" : "no");
  return same ? 0 : 1;
}
