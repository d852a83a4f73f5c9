// Pinned host memory that the device reads and writes in place: allocated mapped, or registered.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define SAFE(x)                                                        \
  do {                                                                 \
    cudaError_t e = (x);                                               \
    if (e != cudaSuccess) {                                            \
      printf("FATAL %s:%d %s\n", #x, __LINE__, cudaGetErrorString(e)); \
      exit(2);                                                         \
    }                                                                  \
  } while (0)

__global__ void dot(int n, const int *a, const int *b, int *partial) {
  __shared__ int cache[128];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += a[i] * b[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (int i = blockDim.x / 2; i != 0; i /= 2) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = cache[0];
}

__global__ void reverse(char *text, int length) {
  int i = threadIdx.x;
  if (i < length / 2) {
    char c = text[i];
    text[i] = text[length - 1 - i];
    text[length - 1 - i] = c;
  }
}

int main() {
  SAFE(cudaSetDeviceFlags(cudaDeviceMapHost));
  int canMap = 0;
  SAFE(cudaDeviceGetAttribute(&canMap, cudaDevAttrCanMapHostMemory, 0));
  printf("can map host memory: %d\n", canMap);

  const int n = 20000, blocks = 16;
  int *a, *b, *partial, *dev_a, *dev_b, *dev_partial;
  SAFE(cudaHostAlloc((void **)&a, n * sizeof(int),
                     cudaHostAllocWriteCombined | cudaHostAllocMapped));
  SAFE(cudaHostAlloc((void **)&b, n * sizeof(int), cudaHostAllocMapped));
  SAFE(cudaHostAlloc((void **)&partial, blocks * sizeof(int), cudaHostAllocMapped));
  for (int i = 0; i < n; i++) {
    a[i] = i % 17;
    b[i] = i % 5 - 2;
  }
  memset(partial, 0xff, blocks * sizeof(int));
  SAFE(cudaHostGetDevicePointer((void **)&dev_a, a, 0));
  SAFE(cudaHostGetDevicePointer((void **)&dev_b, b, 0));
  SAFE(cudaHostGetDevicePointer((void **)&dev_partial, partial, 0));
  dot<<<blocks, 128>>>(n, dev_a, dev_b, dev_partial);
  SAFE(cudaDeviceSynchronize());
  int sum = 0, expected = 0;
  for (int i = 0; i < blocks; i++) sum += partial[i];
  for (int i = 0; i < n; i++) expected += (i % 17) * (i % 5 - 2);
  printf("dot product %d, expected %d\n", sum, expected);
  unsigned flags = 0;
  SAFE(cudaHostGetFlags(&flags, b));
  printf("flags include mapped: %s\n", flags & cudaHostAllocMapped ? "yes" : "no");

  // Ordinary memory, pinned afterwards.
  size_t page = 4096;
  char *text = (char *)aligned_alloc(page, page);
  strcpy(text, "registered host memory");
  int length = (int)strlen(text);
  SAFE(cudaHostRegister(text, page, cudaHostRegisterMapped));
  char *dev_text;
  SAFE(cudaHostGetDevicePointer((void **)&dev_text, text, 0));
  reverse<<<1, 32>>>(dev_text, length);
  SAFE(cudaDeviceSynchronize());
  printf("\"%s\"\n", text);
  printf("registered twice: %s\n",
         cudaGetErrorName(cudaHostRegister(text, page, cudaHostRegisterMapped)));
  SAFE(cudaHostUnregister(text));
  printf("unregistered twice: %s\n", cudaGetErrorName(cudaHostUnregister(text)));
  cudaGetLastError();
  free(text);
  SAFE(cudaFreeHost(a));
  SAFE(cudaFreeHost(b));
  SAFE(cudaFreeHost(partial));
  return sum == expected ? 0 : 1;
}
