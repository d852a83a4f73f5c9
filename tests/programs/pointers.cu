// What kind of memory a pointer names: cudaPointerGetAttributes for each kind, and copies by
// default.
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ int on_device[16];
__managed__ int managed_variable = 3;

static const char *type_name(cudaMemoryType type) {
  switch (type) {
    case cudaMemoryTypeUnregistered:
      return "unregistered";
    case cudaMemoryTypeHost:
      return "host";
    case cudaMemoryTypeDevice:
      return "device";
    case cudaMemoryTypeManaged:
      return "managed";
  }
  return "?";
}

static void describe(const char *what, const void *p) {
  cudaPointerAttributes a;
  cudaError_t status = cudaPointerGetAttributes(&a, p);
  if (status != cudaSuccess) {
    printf("%-24s %s\n", what, cudaGetErrorName(status));
    return;
  }
  if (a.type == cudaMemoryTypeUnregistered) {  // its device pointer depends on the system
    printf("%-24s %s\n", what, type_name(a.type));
    return;
  }
  printf("%-24s %-12s host pointer %s, device pointer %s\n", what, type_name(a.type),
         a.hostPointer == p ? "same"
         : a.hostPointer    ? "other"
                            : "none",
         a.devicePointer == p ? "same"
         : a.devicePointer    ? "other"
                              : "none");
}

__global__ void gather(const int *const *sources, int count, int *out) {
  if (threadIdx.x < count) out[threadIdx.x] = *sources[threadIdx.x];
}

// Is a generic pointer shared, global or local?
__global__ void spaces(int *global, int *out) {
  __shared__ int shared[4];
  int local[4] = {1, 2, 3, 4};
  int *pick[3] = {global, shared, local};
  for (int k = 0; k < 3; ++k) {
    int *p = pick[k] + threadIdx.x;
    out[threadIdx.x * 3 + k] = __isGlobal(p) * 4 + __isShared(p) * 2 + __isLocal(p);
  }
}

int main() {
  const int n = 4;
  int *device, *pinned, *mapped, *managed, *pooled;
  std::vector<int> heap(1024, 7);
  cudaMalloc(&device, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocPortable);
  cudaMallocManaged(&managed, n * sizeof(int));
  cudaMallocAsync(&pooled, n * sizeof(int), 0);
  cudaStreamSynchronize(0);
  void *symbol = nullptr;
  cudaGetSymbolAddress(&symbol, on_device);

  describe("cudaMalloc", device);
  describe("cudaMalloc, inside", device + 2);
  describe("cudaMallocHost", pinned);
  describe("cudaHostAlloc mapped", mapped);
  describe("cudaMallocManaged", managed);
  describe("cudaMallocAsync", pooled);
  describe("a symbol's address", symbol);
  describe("the managed variable", &managed_variable);
  describe("std::vector", heap.data());
  describe("null", nullptr);
  cudaHostRegister(heap.data(), heap.size() * sizeof(int), cudaHostRegisterDefault);
  describe("std::vector, registered", heap.data());
  cudaHostUnregister(heap.data());
  describe("std::vector, unregistered", heap.data());

  // cudaMemcpyDefault finds the direction by itself.
  const int values[n] = {10, 20, 30, 40};
  cudaMemcpy(device, values, sizeof values, cudaMemcpyDefault);
  cudaMemcpy(pinned, device, sizeof values, cudaMemcpyDefault);
  cudaMemcpy(managed, pinned, sizeof values, cudaMemcpyDefault);
  cudaMemcpy(mapped, managed, sizeof values, cudaMemcpyDefault);
  cudaMemcpy(pooled, mapped, sizeof values, cudaMemcpyDefault);
  cudaMemcpy(symbol, pooled, sizeof values, cudaMemcpyDefault);
  int back[n];
  cudaMemcpy(back, symbol, sizeof back, cudaMemcpyDefault);
  printf("round trip: %d %d %d %d\n", back[0], back[1], back[2], back[3]);

  int *pointers[] = {device, pinned + 1, mapped + 2, managed + 3, &managed_variable};
  int **d_pointers, out[12] = {0}, *d_out;
  cudaMalloc(&d_pointers, sizeof pointers);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_pointers, pointers, sizeof pointers, cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(d_pointers, 5, d_out);
  cudaMemcpy(out, d_out, 5 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("gathered: %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4]);
  spaces<<<1, 4>>>(device, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("spaces: %d %d %d\n", out[0], out[1], out[2]);
  cudaFree(device), cudaFree(managed), cudaFree(pooled), cudaFree(d_pointers), cudaFree(d_out);
  cudaFreeHost(pinned), cudaFreeHost(mapped);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
