// The device heap: malloc and free by every thread, memory kept between kernels, new[], exhaustion.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(x)                                                                       \
  do {                                                                                 \
    cudaError_t status = x;                                                            \
    if (status) {                                                                      \
      fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(1);                                                                         \
    }                                                                                  \
  } while (0)

__global__ void own_memory(int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int count = i % 7 + 1;
  int* p = static_cast<int*>(malloc(count * sizeof(int)));
  if (p == nullptr) {
    sums[i] = -1;
    return;
  }
  for (int k = 0; k < count; ++k) p[k] = i + k;
  int sum = 0;
  for (int k = 0; k < count; ++k) sum += p[k];
  sums[i] = sum;
  free(p);
}

struct Node {
  int value;
  Node* next;
};
__device__ Node* lists[64];

__global__ void push(int value) {
  Node* node = new Node{value + static_cast<int>(threadIdx.x), lists[threadIdx.x]};
  lists[threadIdx.x] = node;
}

__global__ void pop_all(int* digits) {
  int number = 0;
  while (Node* node = lists[threadIdx.x]) {
    number = number * 100 + node->value % 100;
    lists[threadIdx.x] = node->next;
    delete node;
  }
  digits[threadIdx.x] = number;
}

// One buffer a block, shared by its threads.
__global__ void block_buffer(int* out) {
  __shared__ int* buffer;
  if (threadIdx.x == 0) buffer = new int[blockDim.x];
  __syncthreads();
  buffer[blockDim.x - 1 - threadIdx.x] = threadIdx.x * (blockIdx.x + 1);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = buffer[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) delete[] buffer;
}

__global__ void exhaust(int* results) {
  void* kept[64];
  int got = 0;
  while (got < 64 && (kept[got] = malloc(1 << 20)) != nullptr) ++got;
  results[0] = got < 64;
  for (int k = 0; k < got; ++k) free(kept[k]);
  void* again = malloc(1 << 20);
  results[1] = again != nullptr;
  results[2] = (reinterpret_cast<size_t>(again) % 16 == 0);
  free(again);
  free(nullptr);
}

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  size_t heap = 0;
  CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  printf("heap of at least 16 MiB: %s\n", heap >= 16 << 20 ? "yes" : "no");

  const int n = 256;
  int host[n], *device;
  CHECK(cudaMalloc(&device, sizeof host));
  own_memory<<<n / 64, 64>>>(device);
  CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const int count = i % 7 + 1;
    wrong += host[i] != count * i + count * (count - 1) / 2;
  }
  printf("own memory: sums[255] = %d, %d wrong\n", host[255], wrong);

  for (int value : {10, 20, 30, 40}) push<<<1, 64>>>(value);
  pop_all<<<1, 64>>>(device);
  CHECK(cudaMemcpy(host, device, 64 * sizeof(int), cudaMemcpyDeviceToHost));
  printf("lists: %d %d %d\n", host[0], host[1], host[63]);

  block_buffer<<<4, 32>>>(device);
  CHECK(cudaMemcpy(host, device, 128 * sizeof(int), cudaMemcpyDeviceToHost));
  printf("buffers: %d %d %d %d\n", host[0], host[31], host[96], host[100]);

  exhaust<<<1, 1>>>(device);
  CHECK(cudaMemcpy(host, device, 3 * sizeof(int), cudaMemcpyDeviceToHost));
  printf("exhausted %d, free again %d, aligned %d\n", host[0], host[1], host[2]);
  CHECK(cudaFree(device));
  return wrong;
}
