// Whose access an SM's load/store unit takes next: some warps issue `N` accesses of kind A one
// after the other, another warp one of kind B so many cycles later. Prints when each began and when
// its last result was there, from one moment on. What is printed: README.md.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#define CHECK(call)                                                                \
  do {                                                                             \
    const cudaError_t status = (call);                                             \
    if (status != cudaSuccess) {                                                   \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

// Words: 33 lines of each warp, which it reads before; 128 lines of each, which only L2 has.
constexpr int kWarps = 16, kNear = 33 * 32, kFar = 128 * 32, kWords = kWarps * (kNear + kFar);
enum Kind {
  Lines,
  Line,
  Conflict,
  Shared,
  FarLines,
  FarLine,
  StoreLines,
  EightLines,
  StoreHalf,
  StoreEight,
  StoreSectors,
  StoreLine,
  StoreWide
};
const char* const kNames[] = {
    "lines_32",       "line_1",        "shared_32",           "shared_1",
    "l2_lines_32",    "l2_line_1",     "store_lines_32",      "lines_8",
    "store_16_lines", "store_8_lines", "store_8_lines_whole", "store_1_line",
    "store_v4"};

template <int K>
__device__ unsigned access(unsigned* g, unsigned* far, unsigned sh, int lane, int i) {
  unsigned v = 0;
  if constexpr (K == Lines)
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(g + lane * 32 + i) : "memory");
  else if constexpr (K == EightLines)
    asm volatile("ld.global.ca.u32 %0, [%1];"
                 : "=r"(v)
                 : "l"(g + lane / 4 * 32 + lane % 4 * 8 + i)
                 : "memory");
  else if constexpr (K == Line)
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(g + lane + i * 32) : "memory");
  else if constexpr (K == FarLine)
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(far + lane + i * 1024) : "memory");
  else if constexpr (K == FarLines)
    asm volatile("ld.global.cg.u32 %0, [%1];"
                 : "=r"(v)
                 : "l"(far + lane * 32 + i * 1024)
                 : "memory");
  else if constexpr (K == StoreLines)
    asm volatile("st.global.u32 [%0], %1;" ::"l"(far + lane * 32 + i * 1024), "r"(lane) : "memory");
  else if constexpr (K >= StoreHalf && K <= StoreLine) {
    const int at = K == StoreHalf      ? lane / 2 * 32 + lane % 2
                   : K == StoreEight   ? lane / 4 * 32 + lane % 4
                   : K == StoreSectors ? lane / 4 * 32 + lane % 4 * 8
                                       : lane;
    asm volatile("st.global.u32 [%0], %1;" ::"l"(far + at + i * 1024), "r"(lane) : "memory");
  } else if constexpr (K == StoreWide)
    asm volatile("st.global.v4.u32 [%0], {%1,%1,%1,%1};" ::"l"(far + lane * 4 + i * 1024), "r"(lane)
                 : "memory");
  else
    asm volatile("ld.shared.u32 %0, [%1];"
                 : "=r"(v)
                 : "r"(sh + (K == Conflict ? lane * 128 + i % 2 * 64 : lane * 4 + i * 128))
                 : "memory");
  return v;
}

template <int K, int N>
__device__ void timed(unsigned* g, unsigned* far, unsigned sh, int lane, unsigned from,
                      volatile unsigned* spare, unsigned* out) {
  while (int(clock() - from) < 0) {
  }
  const unsigned begins = clock();
  unsigned v[N];
#pragma unroll
  for (int i = 0; i < N; ++i) v[i] = access<K>(g, far, sh, lane, i);
  unsigned sum = 0;
#pragma unroll
  for (int i = 0; i < N; ++i) sum += v[i];
  *spare = sum;
  const unsigned ends = clock();
  if (lane == 0) {
    out[0] = begins - from;
    out[1] = ends - from;
  }
}

template <int A, int N, int B>
__global__ void __launch_bounds__(kWarps * 32)
    turns(unsigned* data, unsigned mask, int other, int later, unsigned* out) {
  __shared__ unsigned words[32 * 33], spare[kWarps * 32], from;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x) words[i] = 0;
  unsigned* const g = data + warp * kNear;
  unsigned* const far = data + kWarps * kNear + warp * kFar;
  const unsigned sh = unsigned(__cvta_generic_to_shared(words));
  unsigned sum = 0;
#pragma unroll 1
  for (int i = 0; i < 33; ++i) {
    unsigned v;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(g + i * 32 + lane) : "memory");
    sum += v;
  }
#pragma unroll 1
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) from = clock() + 3000 + sum;
    __syncthreads();
    const unsigned begin = from;
    if (mask >> warp & 1)
      timed<A, N>(g, far, sh, lane, begin, spare + threadIdx.x, out + 2 * warp);
    else if (warp == other)
      timed<B, 1>(g, far, sh, lane, begin + later, spare + threadIdx.x, out + 2 * warp);
  }
}

template <int A, int N, int B>
void run(unsigned* data, unsigned* out, unsigned mask, int other, int later) {
  unsigned took[2 * kWarps] = {};
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaMemset(out, 0, sizeof took));
    turns<A, N, B><<<1, kWarps * 32>>>(data, mask, other, later, out);
    CHECK(cudaMemcpy(took, out, sizeof took, cudaMemcpyDeviceToHost));
  }
  std::printf("%s,%d,%x,%s,%d,%d", kNames[A], N, mask, other < 0 ? "-" : kNames[B], other, later);
  for (int w = 0; w < kWarps; ++w)
    if (mask >> w & 1) std::printf(",%u:%u", took[2 * w], took[2 * w + 1]);
  if (other >= 0) std::printf(",%u:%u", later + took[2 * other], later + took[2 * other + 1]);
  std::printf("\n");
}

template <int A, int N, int B>
void behind(unsigned* data, unsigned* out, int last, unsigned mask = 1,
            std::initializer_list<int> others = {1, 4}) {
  for (const int other : others)
    for (int later = 20; later <= last; later += 31) run<A, N, B>(data, out, mask, other, later);
}

template <int A>
void stores(unsigned* data, unsigned* out) {
  for (const unsigned mask : {0x1u, 0xfu}) run<A, 4, Line>(data, out, mask, -1, 0);
  behind<A, 1, Line>(data, out, 60, 1, {1});
  behind<A, 2, Line>(data, out, 60, 1, {1});
  behind<A, 4, Line>(data, out, 150, 1, {1});
  behind<A, 4, FarLine>(data, out, 60, 1, {1});
  behind<A, 4, StoreLine>(data, out, 60, 1, {1});
}

template <int A, int N>
void together(unsigned* data, unsigned* out) {
  for (const unsigned mask : {0x1u, 0x3u, 0xfu, 0x11u, 0x1111u, 0xffu})
    run<A, N, Line>(data, out, mask, -1, 0);
}

int main() {
  unsigned *data, *out;
  CHECK(cudaMalloc(&data, kWords * 4));
  CHECK(cudaMemset(data, 0, kWords * 4));
  CHECK(cudaMalloc(&out, 8 * kWarps));
  std::printf("kind,accesses,warps,other,other_warp,later,begins:ends of each\n");
  together<Lines, 1>(data, out);
  together<Lines, 4>(data, out);
  together<EightLines, 4>(data, out);
  together<Conflict, 1>(data, out);
  together<Conflict, 4>(data, out);
  together<FarLines, 1>(data, out);
  together<FarLines, 4>(data, out);
  together<Line, 4>(data, out);
  for (const unsigned mask : {0x1u, 0x3u, 0x11u, 0xfu}) {
    behind<Lines, 4, Line>(data, out, 300, mask, {mask == 1 ? 1 : 6, 4 + 4 * (mask > 1), 14});
    behind<Conflict, 2, Shared>(data, out, 180, mask, {6, 8});
    behind<FarLines, 4, Line>(data, out, 180, mask, {6, 8});
    behind<FarLines, 4, Shared>(data, out, 90, mask, {6});
  }
  stores<StoreLines>(data, out);
  stores<StoreHalf>(data, out);
  stores<StoreEight>(data, out);
  stores<StoreSectors>(data, out);
  stores<StoreLine>(data, out);
  stores<StoreWide>(data, out);
  behind<StoreLines, 4, Shared>(data, out, 90, 1, {1});
  behind<StoreLines, 8, Line>(data, out, 300, 1, {1});
}
