// What a program asks the device before it starts, as facts that hold on every device.
#include <cstdio>
#include <cstring>

static int failures = 0;

static void fact(const char *text, bool holds) {
  printf("%-52s %s\n", text, holds ? "yes" : "no");
  if (!holds) failures++;
}

static int attribute(cudaDeviceAttr which) {
  int value = -1;
  cudaError_t status = cudaDeviceGetAttribute(&value, which, 0);
  if (status != cudaSuccess) printf("attribute %d: %s\n", (int)which, cudaGetErrorString(status));
  return value;
}

__global__ void where(int *out) {
  out[0] = warpSize;
#ifdef __CUDA_ARCH__
  out[1] = __CUDA_ARCH__ >= 750;
#endif
  unsigned sm, count;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(count));
  out[2] = sm < count;
}

int main() {
  int count = 0, device = -1, driver = 0, runtime = 0;
  fact("there is a device", cudaGetDeviceCount(&count) == cudaSuccess && count >= 1);
  fact("device 0 is current", cudaGetDevice(&device) == cudaSuccess && device == 0);
  fact("device 0 can be set", cudaSetDevice(0) == cudaSuccess);
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  fact("the runtime is the compiled one", runtime / 1000 == CUDART_VERSION / 1000);
  fact("the driver is as new", driver / 1000 >= runtime / 1000);

  cudaDeviceProp prop;
  memset(&prop, 0, sizeof prop);
  fact("properties are there", cudaGetDeviceProperties(&prop, 0) == cudaSuccess);
  fact("the device has a name", prop.name[0] != '\0' && memchr(prop.name, 0, sizeof prop.name));
  printf("warps of %d, blocks of %d threads, at most %d x %d x %d\n", prop.warpSize,
         prop.maxThreadsPerBlock, prop.maxThreadsDim[0], prop.maxThreadsDim[1],
         prop.maxThreadsDim[2]);
  printf("grids of %d x %d x %d\n", prop.maxGridSize[0], prop.maxGridSize[1], prop.maxGridSize[2]);
  printf("shared memory %zu, constant memory %zu, registers a block %d\n", prop.sharedMemPerBlock,
         prop.totalConstMem, prop.regsPerBlock);
  fact("unified addresses", prop.unifiedAddressing == 1);
  fact("concurrent kernels", prop.concurrentKernels == 1);
  fact("can map host memory", prop.canMapHostMemory == 1);
  fact("at least one copy engine", prop.asyncEngineCount >= 1);
  fact("not integrated", prop.integrated == 0);
  fact("an L2 cache", prop.l2CacheSize > 0);
  fact("a memory bus of whole bytes", prop.memoryBusWidth > 0 && prop.memoryBusWidth % 8 == 0);
  fact("compute capability 7.5 or more", prop.major * 10 + prop.minor >= 75);
  fact("shared memory a processor holds a block's",
       prop.sharedMemPerMultiprocessor >= prop.sharedMemPerBlockOptin &&
           prop.sharedMemPerBlockOptin >= prop.sharedMemPerBlock);
  fact("whole warps a multiprocessor", prop.maxThreadsPerMultiProcessor % prop.warpSize == 0);

  fact("attribute: warp size", attribute(cudaDevAttrWarpSize) == prop.warpSize);
  fact("attribute: threads a block",
       attribute(cudaDevAttrMaxThreadsPerBlock) == prop.maxThreadsPerBlock);
  fact("attribute: multiprocessors",
       attribute(cudaDevAttrMultiProcessorCount) == prop.multiProcessorCount);
  fact("attribute: major", attribute(cudaDevAttrComputeCapabilityMajor) == prop.major);
  fact("attribute: minor", attribute(cudaDevAttrComputeCapabilityMinor) == prop.minor);
  fact("attribute: optional shared memory",
       attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) == (int)prop.sharedMemPerBlockOptin);
  fact("attribute: registers",
       attribute(cudaDevAttrMaxRegistersPerMultiprocessor) == prop.regsPerMultiprocessor);
  fact("attribute: L2", attribute(cudaDevAttrL2CacheSize) == prop.l2CacheSize);
  fact("attribute: clock in kHz", attribute(cudaDevAttrClockRate) > 100000);
  fact("attribute: memory clock in kHz", attribute(cudaDevAttrMemoryClockRate) > 100000);
  fact("attribute: cooperative launch", attribute(cudaDevAttrCooperativeLaunch) == 1);

  size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  fact("memory: total near the properties'", total <= prop.totalGlobalMem && free <= total);
  int best = -1;
  fact("the best match is a device", cudaChooseDevice(&best, &prop) == cudaSuccess && best >= 0);
  char id[32] = "";
  int by_id = -1;
  cudaDeviceGetPCIBusId(id, sizeof id, 0);
  cudaDeviceGetByPCIBusId(&by_id, id);
  fact("found again by its bus id", by_id == 0);

  int *d, h[3] = {0, 0, 0};
  cudaMalloc(&d, sizeof h);
  where<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  fact("device code sees the same warp size", h[0] == prop.warpSize);
  fact("and its architecture", h[1] == 1);
  fact("and its processor", h[2] == 1);
  cudaFree(d);
  fact("no error is left", cudaGetLastError() == cudaSuccess);
  return failures;
}
