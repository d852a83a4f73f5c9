// Limits of a device, when they can be set, and what cudaDeviceReset leaves: memory, handles,
// limits.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }
#define SAY(x)                                        \
  do {                                                \
    const cudaError_t status = (x);                   \
    printf("%s: %s\n", #x, cudaGetErrorName(status)); \
    cudaGetLastError();                               \
  } while (0)

__global__ void plain(int* out) {
  *out = 7;
}
__global__ void uses_heap(int* out) {
  volatile int* p = static_cast<int*>(malloc(64));
  *p = p != nullptr;
  *out = *p;
  free(const_cast<int*>(p));
}
__global__ void uses_printf() {
  printf("from the device\n");
}
static size_t limit(cudaLimit what) {
  size_t value = 0;
  CHECK(cudaDeviceGetLimit(&value, what));
  return value;
}

int main() {
  int *word, result = 0;
  CHECK(cudaMalloc(&word, 4));
  printf("heap %zu, printf %zu, stack %zu\n", limit(cudaLimitMallocHeapSize),
         limit(cudaLimitPrintfFifoSize), limit(cudaLimitStackSize));
  SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  plain<<<1, 1>>>(word);
  CHECK(cudaDeviceSynchronize());
  SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
  printf("heap %zu, printf %zu\n", limit(cudaLimitMallocHeapSize), limit(cudaLimitPrintfFifoSize));
  uses_heap<<<1, 1>>>(word);
  CHECK(cudaDeviceSynchronize());
  printf("a kernel with malloc has run\n");
  SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  uses_printf<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize());
  printf("a kernel with printf has run\n");
  SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
  SAY(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  printf("heap %zu, printf %zu\n", limit(cudaLimitMallocHeapSize), limit(cudaLimitPrintfFifoSize));
  size_t before = 0, after = 0, total = 0;
  CHECK(cudaMemGetInfo(&before, &total));
  int *large, *pinned, *managed, *ordered;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaGraph_t graph;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaMalloc(&large, 64 << 20));
  CHECK(cudaMallocHost(&pinned, 4096));
  CHECK(cudaMallocManaged(&managed, 4096));
  CHECK(cudaMallocAsync(&ordered, 4096, nullptr));
  CHECK(cudaMallocArray(&array, &format, 64, 64));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&event));
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaMemGetInfo(&after, &total));
  printf("64 MiB taken: %d\n", before - after >= (64u << 20));
  SAY(cudaDeviceReset());
  CHECK(cudaMemGetInfo(&after, &total));
  printf("as much as before is free: %d\n", after + (1 << 20) >= before);
  printf("heap %zu, printf %zu, stack %zu\n", limit(cudaLimitMallocHeapSize),
         limit(cudaLimitPrintfFifoSize), limit(cudaLimitStackSize));
  cudaPointerAttributes of = {};
  const void* pointers[] = {large, pinned, managed, ordered};
  for (const void* p : pointers) {
    const cudaError_t status = cudaPointerGetAttributes(&of, p);
    printf("pointer: %s, type %d\n", cudaGetErrorName(status), of.type);
    cudaGetLastError();
  }
  SAY(cudaMemcpy(&result, large, 4, cudaMemcpyDeviceToHost));
  SAY(cudaMemset(large, 0, 4));
  SAY(cudaFree(large));
  SAY(cudaFreeHost(pinned));
  SAY(cudaFree(managed));
  SAY(cudaFree(ordered));
  SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 24 << 20));
  CHECK(cudaMalloc(&word, 4));
  uses_heap<<<1, 1>>>(word);
  CHECK(cudaMemcpy(&result, word, 4, cudaMemcpyDeviceToHost));
  printf("device malloc after the reset: %d\n", result);
  SAY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  return 0;
}
