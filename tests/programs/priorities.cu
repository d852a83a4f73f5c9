// Streams of two priorities: a kernel of many waves, then short ones that come while it runs. Which
// of them ends first is told by the order in which they end.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                   \
  do {                                                                \
    cudaError_t e = (call);                                           \
    if (e != cudaSuccess) {                                           \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e)); \
      std::exit(1);                                                   \
    }                                                                 \
  } while (0)

__device__ unsigned ended_first;  // 0: neither

/// Each block lasts about `sleeps` microseconds; the last one of the grid tells its name.
__global__ void work(unsigned name, unsigned sleeps, unsigned* left) {
  if (threadIdx.x < 32)
    for (unsigned i = 0; i < sleeps; ++i) __nanosleep(1000);
  __syncthreads();
  if (threadIdx.x == 0 && atomicSub(left, 1u) == 1u) atomicCAS(&ended_first, 0u, name);
}

/// Starts many waves of blocks in `first`, then less than one in `second`: which ends first?
unsigned race(cudaStream_t first, cudaStream_t second, unsigned sms, unsigned* counters) {
  const unsigned long_blocks = 20 * sms, short_blocks = sms, zero = 0;
  const unsigned left[2] = {long_blocks, short_blocks};
  CHECK(cudaMemcpy(counters, left, sizeof left, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(ended_first, &zero, sizeof zero));
  work<<<long_blocks, 1024, 0, first>>>(1, 10, counters);
  work<<<short_blocks, 1024, 0, second>>>(2, 10, counters + 1);
  CHECK(cudaDeviceSynchronize());
  unsigned out = 0;
  CHECK(cudaMemcpyFromSymbol(&out, ended_first, sizeof out));
  return out;
}

int main() {
  int least = 0, greatest = 0, value = 0, sms = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  std::printf("priorities: %d to %d\n", least, greatest);
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  cudaStream_t low, low2, high;
  CHECK(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
  CHECK(cudaStreamCreateWithPriority(&low2, cudaStreamNonBlocking, least + 7));
  CHECK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest - 7));
  CHECK(cudaStreamGetPriority(high, &value));
  std::printf("high: %d\n", value);
  CHECK(cudaStreamGetPriority(low2, &value));
  std::printf("low: %d\n", value);
  unsigned* counters = nullptr;
  CHECK(cudaMalloc(&counters, 2 * sizeof(unsigned)));
  race(low, low2, sms, counters);  // loads the kernel
  std::printf("same priority, long one first: %u ends first\n", race(low, low2, sms, counters));
  std::printf("short one is high: %u ends first\n", race(low, high, sms, counters));
  std::printf("long one is high: %u ends first\n", race(high, low, sms, counters));
  CHECK(cudaFree(counters));
  return 0;
}
