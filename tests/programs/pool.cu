// Stream-ordered allocation: the default pool, a pool of one's own, its attributes, a trim.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                             \
  do {                                                          \
    cudaError_t e_ = (call);                                    \
    if (e_ != cudaSuccess) {                                    \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorName(e_)); \
      exit(3);                                                  \
    }                                                           \
  } while (0)

__global__ void fill(int* p, int value, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = value + i;
}

__global__ void accumulate(int* sum, const int* p, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum[i] += p[i];
}

static uint64_t used(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  uint64_t bytes = 0;
  CHECK(cudaMemPoolGetAttribute(pool, attribute, &bytes));
  return bytes;
}

static const char* yes(bool b) {
  return b ? "yes" : "no";
}

int main() {
  int supported = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  printf("pools supported: %d\n", supported);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  const int n = 10000;

  int* sum;
  CHECK(cudaMallocAsync(&sum, n * sizeof(int), stream));
  CHECK(cudaMemsetAsync(sum, 0, n * sizeof(int), stream));
  for (int round = 0; round < 5; ++round) {
    int* scratch;
    CHECK(cudaMallocAsync(&scratch, n * sizeof(int), stream));
    fill<<<8, 128, 0, stream>>>(scratch, round, n);
    accumulate<<<8, 128, 0, stream>>>(sum, scratch, n);
    CHECK(cudaFreeAsync(scratch, stream));
  }
  std::vector<int> host(n);
  CHECK(cudaMemcpyAsync(host.data(), sum, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(sum, stream));
  CHECK(cudaStreamSynchronize(stream));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != 10 + 5 * i;
  printf("default pool: sum[7] = %d, %d wrong\n", host[7], wrong);

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.handleTypes = cudaMemHandleTypeNone;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  cudaMemPool_t pool;
  CHECK(cudaMemPoolCreate(&pool, &properties));
  uint64_t keep = UINT64_MAX;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  printf("a new pool uses %llu bytes\n",
         (unsigned long long)used(pool, cudaMemPoolAttrUsedMemCurrent));

  int *a, *b;
  CHECK(cudaMallocFromPoolAsync(&a, 1 << 20, pool, stream));
  CHECK(cudaMallocFromPoolAsync(&b, 3 << 20, pool, stream));
  fill<<<8, 128, 0, stream>>>(a, 1, 1 << 18);
  CHECK(cudaStreamSynchronize(stream));
  const uint64_t in_use = used(pool, cudaMemPoolAttrUsedMemCurrent);
  printf("4 MiB in use: %s\n", yes(in_use == 4u << 20));
  printf("reserved at least as much: %s\n",
         yes(used(pool, cudaMemPoolAttrReservedMemCurrent) >= in_use));
  CHECK(cudaFreeAsync(a, stream));
  CHECK(cudaFreeAsync(b, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("after the frees %llu in use, at most %llu\n",
         (unsigned long long)used(pool, cudaMemPoolAttrUsedMemCurrent),
         (unsigned long long)used(pool, cudaMemPoolAttrUsedMemHigh));
  printf("kept for reuse: %s\n", yes(used(pool, cudaMemPoolAttrReservedMemCurrent) >= in_use));
  CHECK(cudaMemPoolTrimTo(pool, 0));
  printf("after the trim %llu reserved\n",
         (unsigned long long)used(pool, cudaMemPoolAttrReservedMemCurrent));

  cudaMemPool_t current, standard;
  CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
  CHECK(cudaDeviceGetMemPool(&current, 0));
  printf("the device's pool is the default: %s\n", yes(current == standard));
  CHECK(cudaDeviceSetMemPool(0, pool));
  CHECK(cudaMallocAsync(&a, 4096, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("after the change the new pool serves: %s\n",
         yes(used(pool, cudaMemPoolAttrUsedMemCurrent) >= 4096));
  CHECK(cudaFree(a));  // a synchronous free is allowed too
  CHECK(cudaDeviceSetMemPool(0, standard));
  CHECK(cudaMemPoolDestroy(pool));
  CHECK(cudaStreamDestroy(stream));
  return wrong != 0;
}
