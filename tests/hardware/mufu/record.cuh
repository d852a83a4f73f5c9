// Kernels that record a function of 32 bits.
#pragma once

typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned short u16;

// The finaliser of SplitMix64.
__device__ inline u64 mix(u64 z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}
/// Of 256 threads.
__device__ inline void write_sum(u64 value, u64* out) {
  __shared__ u64 part[256];
  part[threadIdx.x] = value;
  __syncthreads();
  for (int width = 128; width != 0; width >>= 1) {
    if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
/// 65,536 CTAs cover all inputs.
#define DIGEST(name, summand)                                          \
  extern "C" __global__ void digest_##name(u64* out) {                 \
    u64 sum = 0;                                                       \
    for (u32 k = 0; k < 256; ++k) {                                    \
      const u32 x = blockIdx.x * 65536u + k * 256u + threadIdx.x;      \
      sum += summand;                                                  \
    }                                                                  \
    write_sum(sum, out);                                               \
  }
#define MAP(name, f)                                                       \
  extern "C" __global__ void map_##name(const u32* in, u32* out, u32 n) {  \
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;                   \
    if (i < n) out[i] = f(in[i]);                                          \
  }
#define KERNELS(name, f) DIGEST(name, mix((u64)x << 32 | f(x))) MAP(name, f)
