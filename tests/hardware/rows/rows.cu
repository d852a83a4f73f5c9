// Blocks at random places of device memory that all SMs read, write or copy: bytes a cycle by the
// size of the blocks. nvcc -std=c++17 -arch=sm_90 -O3 rows.cu -o rows; ./rows > rows.csv
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
// A permutation of the numbers up to `mask`.
__device__ __forceinline__ uint32_t scramble(uint32_t x, uint32_t mask, unsigned bits) {
  x &= mask;
  x ^= x >> (bits / 2);
  x = (x * 0x9E3779B1u) & mask;
  x ^= x >> (bits / 2);
  x = (x * 0x85EBCA6Bu) & mask;
  x ^= x >> (bits / 2);
  return x;
}
// Each thread moves 16 bytes at a time, neighbours those side by side within a block of 16 << kLg.
// kKind 0: read, 1: write, 2: read blocks at random places and write them one after the other.
template <int kKind, int kLg>
__global__ void __launch_bounds__(1024, 2)
    go(uint4* base, uint4* to, unsigned bits, int in_order, unsigned rounds, uint32_t seed,
       unsigned* out, long long* times) {
  const uint32_t mask = (1u << bits) - 1;
  const uint32_t t = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  long long begin = clock64();
  unsigned sum = 0;
  for (unsigned r = 0; r < rounds; r += 4) {
    uint4* p[4];
    uint4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const uint32_t i = (r + k) * n + t, chunk = i >> kLg, within = i & ((1u << kLg) - 1);
      const uint32_t place = in_order ? chunk & mask : scramble(chunk + seed, mask, bits);
      p[k] = base + ((uint64_t)place << kLg) + within;
    }
    if (kKind == 1) {
#pragma unroll
      for (int k = 0; k < 4; ++k) *p[k] = make_uint4(r, r, r, r);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k) v[k] = __ldcg(p[k]);
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        sum += v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
        if (kKind == 2) to[(r + k) * n + t] = v[k];
      }
    }
  }
  if (sum == 0xdeadbeef) *out = sum;
  long long end = clock64();
  if (threadIdx.x == 0) {
    times[2 * blockIdx.x] = begin;
    times[2 * blockIdx.x + 1] = end;
  }
}
uint4 *base, *to;
unsigned* out;
long long* times;
int sms;
template <int kKind, int kLg>
void one(const char* what, int in_order, int blocks, unsigned rounds, unsigned lg_bytes) {
  const unsigned bits = lg_bytes - 4 - kLg;
  for (int rep = 0; rep < 3; ++rep) {
    go<kKind, kLg><<<blocks, 1024>>>(base, to, bits, in_order, rounds, rep * 1000003u, out, times);
    if (cudaDeviceSynchronize()) {
      printf("error %s %s\n", what, cudaGetErrorString(cudaGetLastError()));
      exit(1);
    }
    double cycles = 0;
    for (int i = 0; i < blocks; ++i) cycles += double(times[2 * i + 1] - times[2 * i]) / blocks;
    const double moved = double(blocks) * 1024 * rounds * 16;
    if (rep > 0)
      printf("%s,%d,%d,%u,%d,%.0f,%.0f,%.1f\n", what, in_order, 16 << kLg, lg_bytes, blocks, moved,
             cycles, moved / cycles);
  }
}
template <int kKind>
void all(const char* what, int in_order, int blocks, unsigned rounds, unsigned lg) {
  one<kKind, 1>(what, in_order, blocks, rounds, lg);
  one<kKind, 2>(what, in_order, blocks, rounds, lg);
  one<kKind, 3>(what, in_order, blocks, rounds, lg);
  one<kKind, 4>(what, in_order, blocks, rounds, lg);
  one<kKind, 5>(what, in_order, blocks, rounds, lg);
  one<kKind, 6>(what, in_order, blocks, rounds, lg);
  one<kKind, 7>(what, in_order, blocks, rounds, lg);
  one<kKind, 8>(what, in_order, blocks, rounds, lg);
  one<kKind, 10>(what, in_order, blocks, rounds, lg);
  one<kKind, 12>(what, in_order, blocks, rounds, lg);
}
int main() {
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  fprintf(stderr, "%s, %d SMs, L2 %d\n", prop.name, sms, prop.l2CacheSize);
  if (cudaMalloc(&base, 8ull << 30) || cudaMalloc(&to, 4ull << 30)) return 1;
  cudaMemset(base, 0, 8ull << 30);
  cudaMalloc(&out, 4);
  cudaMallocManaged(&times, 4096 * 16);
  printf("what,in_order,block,lg_bytes,ctas,bytes,cycles,bytes_cycle\n");
  all<0>("read", 0, 2 * sms, 128, 30);
  all<0>("read", 0, 2 * sms, 128, 33);
  one<0, 1>("read", 1, 2 * sms, 128, 30);
  all<1>("write", 0, 2 * sms, 128, 30);
  all<1>("write", 0, 2 * sms, 128, 33);
  one<1, 1>("write", 1, 2 * sms, 128, 30);
  all<2>("copy", 0, 2 * sms, 128, 30);
  one<2, 1>("copy", 1, 2 * sms, 128, 30);
  for (int ctas : {8, 16, 32, 64, 132}) {
    one<0, 1>("read", 0, ctas, 128, 30);
    one<0, 2>("read", 0, ctas, 128, 30);
    one<0, 5>("read", 0, ctas, 128, 30);
  }
}
