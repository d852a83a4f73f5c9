// nvcc: -lcuda
// Virtual memory: addresses reserved, physical memory made, mapped, given access to and taken back.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static const char* name(CUresult status) {
  const char* text = "?";
  cuGetErrorName(status, &text);
  return text;
}
#define CHECK(x)                                \
  if (CUresult e = (x)) {                       \
    printf("line %d: %s\n", __LINE__, name(e)); \
    exit(1);                                    \
  }
#define SAY(x) printf("%s: %s\n", #x, name(x))

__global__ void fill(unsigned* out, size_t n, unsigned seed) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = static_cast<unsigned>(i) * 2654435761u + seed;
}
__global__ void sum(const unsigned* in, size_t n, unsigned* out) {
  unsigned mine = 0;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += in[i];
  atomicAdd(out, mine);
}

static unsigned sum_of(CUdeviceptr from, size_t bytes) {
  unsigned *out, value = 0;
  cudaMalloc(&out, 4);
  cudaMemset(out, 0, 4);
  sum<<<4, 128>>>(reinterpret_cast<unsigned*>(from), bytes / 4, out);
  const cudaError_t status = cudaMemcpy(&value, out, 4, cudaMemcpyDeviceToHost);
  if (status != cudaSuccess) printf("sum: %s\n", cudaGetErrorName(status));
  cudaFree(out);
  return value;
}

int main() {
  CUdevice device;
  CHECK(cuInit(0));
  cudaFree(nullptr);
  CHECK(cuDeviceGet(&device, 0));
  int supported = 0;
  CHECK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                             device));
  printf("supported %d\n", supported);
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = 0;
  size_t least = 0, recommended = 0;
  CHECK(cuMemGetAllocationGranularity(&least, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CHECK(cuMemGetAllocationGranularity(&recommended, &properties,
                                      CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  printf("granularity %zu, %zu\n", least, recommended);
  const size_t step = least;

  size_t free_before = 0, free_after = 0, total = 0;
  CHECK(cuMemGetInfo(&free_before, &total));
  CUdeviceptr base;
  CHECK(cuMemAddressReserve(&base, 8 * step, 0, 0, 0));
  CHECK(cuMemGetInfo(&free_after, &total));
  printf("aligned %d, reserving takes memory %d\n", base % step == 0, free_after < free_before);
  CUmemGenericAllocationHandle a, b;
  CHECK(cuMemCreate(&a, 2 * step, &properties, 0));
  CHECK(cuMemCreate(&b, step, &properties, 0));
  CHECK(cuMemGetInfo(&free_after, &total));
  printf("making takes memory %d\n", free_before - free_after >= 3 * step);
  CHECK(cuMemMap(base, 2 * step, 0, a, 0));
  CHECK(cuMemMap(base + 2 * step, step, 0, b, 0));
  CUmemAccessDesc access = {};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  unsigned long long granted = 99;
  CHECK(cuMemGetAccess(&granted, &properties.location, base));
  printf("access before %llu\n", granted);
  CHECK(cuMemSetAccess(base, 3 * step, &access, 1));
  CHECK(cuMemGetAccess(&granted, &properties.location, base));
  printf("access after %llu\n", granted);
  fill<<<4, 128>>>(reinterpret_cast<unsigned*>(base), 3 * step / 4, 7);
  printf("sums %u %u %u\n", sum_of(base, 3 * step), sum_of(base, 2 * step),
         sum_of(base + 2 * step, step));
  std::vector<unsigned> host(step / 4);
  CHECK(cuMemcpyDtoH(host.data(), base + 2 * step - step / 2, step));  // over the border
  printf("over the border %u %u\n", host.front(), host.back());
  CHECK(cuMemsetD32(base, 1, step / 4));
  printf("filled %u\n", sum_of(base, step));

  // The same memory at a second place.
  CUdeviceptr twin;
  CHECK(cuMemAddressReserve(&twin, 2 * step, 0, 0, 0));
  CHECK(cuMemMap(twin, step, 0, b, 0));
  CHECK(cuMemSetAccess(twin, step, &access, 1));
  fill<<<4, 128>>>(reinterpret_cast<unsigned*>(twin), step / 4, 100);
  printf("twins %d\n", sum_of(twin, step) == sum_of(base + 2 * step, step));
  CUmemAllocationProp of = {};
  CHECK(cuMemGetAllocationPropertiesFromHandle(&of, a));
  printf("properties %d %d %d\n", of.type, of.location.type, of.location.id);
  CUmemGenericAllocationHandle again;
  CHECK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(base)));
  printf("the same handle %d\n", again == a);
  CHECK(cuMemRelease(again));

  unsigned type = 0;
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, base));
  CUdeviceptr start;
  size_t bytes = 0;
  CHECK(cuMemGetAddressRange(&start, &bytes, base + 5));
  printf("type %u, range at the base %d, of %zu steps\n", type, start == base, bytes / step);

  SAY(cuMemMap(base, step, 0, b, 0));
  SAY(cuMemMap(base + 4 * step, step / 2, 0, b, 0));
  SAY(cuMemMap(base + 4 * step, step, step, b, 0));
  SAY(cuMemMap(base + 4 * step, 2 * step, 0, b, 0));
  SAY(cuMemMap(base + 8 * step, step, 0, b, 0));
  SAY(cuMemMap(base + 4 * step, step, step, a, 0));
  SAY(cuMemCreate(&again, step / 2, &properties, 0));
  SAY(cuMemCreate(&again, 0, &properties, 0));
  SAY(cuMemAddressReserve(&start, step + 1, 0, 0, 0));
  SAY(cuMemAddressReserve(&start, 0, 0, 0, 0));
  SAY(cuMemSetAccess(base + 3 * step, step, &access, 1));
  SAY(cuMemUnmap(base, step));
  SAY(cuMemAddressFree(base, 8 * step));
  SAY(cuMemFree(base));
  SAY(cuMemAddressFree(base + step, step));

  // Released memory stays as long as it is mapped.
  CHECK(cuMemRelease(a));
  printf("after the release %u\n", sum_of(base, 2 * step));
  CHECK(cuMemUnmap(base, 3 * step));
  CHECK(cuMemGetInfo(&free_after, &total));
  printf("given back %d\n", free_before - free_after < 3 * step);
  printf("still at the other place %u\n", sum_of(twin, step));
  SAY(cuMemcpyDtoH(host.data(), base, 4));
  CHECK(cuMemMap(base + step, step, 0, b, 0));
  CHECK(cuMemSetAccess(base + step, step, &access, 1));
  printf("mapped again %u\n", sum_of(base + step, step));
  CHECK(cuMemUnmap(base + step, step));
  CHECK(cuMemUnmap(twin, step));
  CHECK(cuMemRelease(b));
  SAY(cuMemRelease(b));
  CHECK(cuMemAddressFree(base, 8 * step));
  CHECK(cuMemAddressFree(twin, 2 * step));
  CHECK(cuMemGetInfo(&free_after, &total));
  printf("all given back %d\n", free_after == free_before);
  return 0;
}
