// The occupancy calculator: a launch configured by the runtime; what holds on every architecture.
#include <algorithm>
#include <cstdio>
#include <vector>

#define CHECK(x)                                               \
  do {                                                         \
    cudaError_t err = (x);                                     \
    if (err != cudaSuccess) {                                  \
      fprintf(stderr, "error %d at line %d\n", err, __LINE__); \
      return 1;                                                \
    }                                                          \
  } while (0)

__global__ void square(int *array, int arrayCount) {
  int idx = threadIdx.x + blockIdx.x * blockDim.x;
  if (idx < arrayCount) array[idx] *= array[idx];
}

__global__ void staged(const int *in, int *out, int n) {
  extern __shared__ int stage[];
  int idx = threadIdx.x + blockIdx.x * blockDim.x;
  stage[threadIdx.x] = idx < n ? in[idx] : 0;
  __syncthreads();
  if (idx < n) out[idx] = stage[blockDim.x - 1 - threadIdx.x];
}

__global__ void __launch_bounds__(128, 4) limited(int *array) {
  array[threadIdx.x] += 1;
}

struct PerThread {
  __host__ __device__ size_t operator()(int block) const { return block * sizeof(int); }
};

static const char *yes(bool b) {
  return b ? "yes" : "no";
}

int main() {
  cudaDeviceProp prop;
  CHECK(cudaGetDeviceProperties(&prop, 0));

  const int n = 10000;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int *d;
  CHECK(cudaMalloc(&d, n * sizeof(int)));
  CHECK(cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  int minGridSize = 0, blockSize = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, square, 0, n));
  printf("suggested block: whole warps %s, at most 1024 %s\n",
         yes(blockSize > 0 && blockSize % prop.warpSize == 0), yes(blockSize <= 1024));
  printf("suggested grid: whole waves %s\n", yes(minGridSize % prop.multiProcessorCount == 0));
  int gridSize = (n + blockSize - 1) / blockSize;
  square<<<gridSize, blockSize>>>(d, n);
  CHECK(cudaMemcpy(host.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != i * i;
  printf("squares: %d wrong\n", wrong);

  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, blockSize, 0));
  printf("that block size fills the multiprocessor: %s\n",
         yes(blocks * blockSize == prop.maxThreadsPerMultiProcessor));

  int previous = 1 << 30;
  bool falling = true;
  for (int bytes = 1024; bytes <= 48 * 1024; bytes += 1024) {
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, staged, 64, bytes));
    falling &= blocks <= previous && blocks >= 1 &&
               static_cast<size_t>(blocks) * bytes <= prop.sharedMemPerMultiprocessor;
    previous = blocks;
  }
  printf("blocks fall as shared memory grows: %s\n", yes(falling));
  blocks = -1;
  const cudaError_t status =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, staged, 64, 64 * 1024);
  printf("64 KiB without the attribute: %s, %d blocks\n", cudaGetErrorName(status), blocks);
  cudaGetLastError();
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, limited, 128, 0));
  printf("launch bounds promise 4 blocks: %s\n", yes(blocks >= 4));

  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGridSize, &blockSize, staged,
                                                       PerThread()));
  printf("with 4 bytes a thread: whole warps %s\n", yes(blockSize > 0 && blockSize % 32 == 0));
  size_t available = 0;
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&available, staged, 1, 64));
  printf("one block may use at least 32 KiB: %s\n", yes(available >= 32 * 1024));

  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, limited));
  printf("limited: at most %d threads, %zu bytes of shared memory\n", attributes.maxThreadsPerBlock,
         attributes.sharedSizeBytes);
  printf("registers within the bounds: %s\n",
         yes(attributes.numRegs > 0 && attributes.numRegs * 512 <= prop.regsPerMultiprocessor));
  CHECK(cudaFree(d));
  return wrong;
}
