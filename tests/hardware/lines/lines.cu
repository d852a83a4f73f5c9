// Atomics, reductions and stores of all SMs on few lines: `lines > atomics_lines.csv`. What the
// columns say: README.md. Every warp goes to a line of its own number, again and again.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                \
  do {                                                                             \
    const cudaError_t status = (call);                                             \
    if (status != cudaSuccess) {                                                   \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

enum Op { kRed, kAtom, kStore };
constexpr unsigned kSms = 132, kWarps = 32;

__device__ unsigned arrived;
__device__ volatile unsigned passed;

__device__ void grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned turn = passed;
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      passed = turn + 1;
    } else {
      while (passed == turn) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

// times[2 * block]: cycles of its longest warp, and the mean of its warps.
__global__ void __launch_bounds__(1024, 2)
    lines(char* data, unsigned number, unsigned apart, int op, unsigned trips, unsigned* times) {
  __shared__ unsigned longest, all;
  if (threadIdx.x == 0) longest = all = 0;
  const unsigned warp = blockIdx.x * kWarps + threadIdx.x / 32;
  char* const word = data + std::uint64_t(warp % number) * apart + threadIdx.x % 32 * 4;
  unsigned sum = 0;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(sum) : "l"(word) : "memory");
  grid_barrier();
  const long long start = clock64();
  for (unsigned i = 0; i < trips && sum != 12345; ++i) {
    unsigned old = 0;
    if (op == kAtom)
      asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(old) : "l"(word) : "memory");
    else if (op == kRed)
      asm volatile("red.global.add.u32 [%0], 0;" ::"l"(word) : "memory");
    else
      asm volatile("st.global.u32 [%0], 0;" ::"l"(word) : "memory");
    sum += old;
  }
  if (op != kAtom) __threadfence();
  const unsigned spent = static_cast<unsigned>(clock64() - start);
  if (threadIdx.x % 32 == 0) {
    atomicMax(&longest, spent);
    atomicAdd(&all, spent);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    times[2 * blockIdx.x] = longest;
    times[2 * blockIdx.x + 1] = all / kWarps;
  }
}

int main() {
  constexpr int kHalf = 100 << 10, kWhole = 120 << 10;  // shared memory: two blocks an SM, or one
  char* data;
  unsigned* times;
  CHECK(cudaMalloc(&data, 256 << 20));
  CHECK(cudaMemset(data, 0, 256 << 20));
  CHECK(cudaMalloc(&times, 16 * kSms));
  CHECK(cudaFuncSetAttribute(lines, cudaFuncAttributeMaxDynamicSharedMemorySize, kWhole));
  std::printf("op,sms,warps,lines,apart,trips,first,mean,last\n");
  const auto row = [&](Op op, unsigned per_sm, unsigned number, unsigned apart, unsigned trips) {
    std::vector<unsigned> t(4 * kSms);
    const unsigned blocks = kSms * per_sm;
    for (int run = 0; run < 3; ++run) {
      lines<<<blocks, 1024, per_sm == 1 ? kWhole : kHalf>>>(data, number, apart, op, trips, times);
      CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaMemcpy(t.data(), times, 8 * blocks, cudaMemcpyDeviceToHost));
    unsigned first = ~0u, last = 0;
    double mean = 0;
    for (unsigned b = 0; b < blocks; ++b) {
      first = std::min(first, t[2 * b]);
      last = std::max(last, t[2 * b]);
      mean += double(t[2 * b + 1]) / blocks;
    }
    static const char* const names[] = {"red", "atom", "store"};
    std::printf("%s,%u,%u,%u,%u,%u,%u,%.0f,%u\n", names[op], kSms, per_sm * kWarps, number, apart,
                trips, first, mean, last);
  };
  for (const Op op : {kAtom, kRed, kStore})
    for (const unsigned per_sm : {1u, 2u})
      for (unsigned number = 1; number <= 8192; number *= 2)
        for (const unsigned trips : {4u, 16u}) row(op, per_sm, number, 128, trips);
  for (const unsigned number : {8u, 16u, 32u, 64u, 128u, 1024u})
    for (const unsigned apart : {256u, 1024u, 4096u, 4224u}) row(kAtom, 2, number, apart, 16);
}
