// What the SMs do in loaded.cu: nothing, read L2 or memory as fast as they can, or load one word at
// a time and say how long each load took.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

constexpr int kSms = 132, kPage = 4096, kHops = 512, kThreads = 1024;
constexpr int kOneLine = 1 << 30;  // a role's `pages`: hops to line `first` alone
constexpr int kPagesBytes =
    (kHops + 32) * 4;              // more shared memory would leave L1 less room for what is loaded
constexpr size_t kL2Pages = 9216;  // 36 MiB: what readers of L2 read
constexpr size_t kChainPages = 1024, kChainApart = 16;  // 64 MiB: loads from memory
constexpr size_t kMemoryPages = size_t{132} * 2048;     // 8 MiB for each reader of memory
enum Kind { Idle, ReadsL2, ReadsMemory, Hops };

struct Role {
  int kind, threads, first, pages;
  int beside;  // Hops: threads of the same SM that read L2, the pages after those of the chase
};

__device__ uint4 load(const char* at) {
  uint4 v;
  asm volatile("ld.relaxed.gpu.global.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(at)
               : "memory");
  return v;
}
__device__ unsigned smid() {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
}

// The clock after `value` is there: a store of it goes first.
__device__ long long clock_after(unsigned value, volatile unsigned* spare) {
  long long now;
  *spare = value;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
  return now;
}

__global__ void __launch_bounds__(kThreads) clocks(long long* out) {
  if (threadIdx.x == 0) out[smid()] = clock64();
}

// Cycles of the second atomic on the first word of each page, one after the other, by the SM that
// is asked for.
__global__ void sides(char* data, int pages, int apart, unsigned sm, unsigned* cycles) {
  __shared__ unsigned spare;
  if (smid() != sm || threadIdx.x != 0) return;
  for (int i = 0; i < pages; ++i) {
    unsigned* at = reinterpret_cast<unsigned*>(data + size_t(i) * apart * kPage);
    unsigned zero = atomicAdd(at, 0u);
    const long long from = clock_after(zero, &spare);
    zero += atomicAdd(at + zero, 0u);
    const long long to = clock_after(zero, &spare);
    cycles[i] = unsigned(to - from);
  }
}

__device__ unsigned sum_of(const uint4 (&v)[4]) {
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) sum ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
  return sum;
}

// Reads 64 bytes a thread at a time, of L2 the same 128 again and again, until `end`.
__device__ void read_all(const Role& role, const char* data, const int* pages, long long end,
                         unsigned* trips) {
  const int t = threadIdx.x;
  if (t >= role.threads) return;
  unsigned sum = 0, n = 0;
  const unsigned apart = role.threads * 16;
  if (role.kind == ReadsMemory) {
    unsigned at = t * 16;
    const unsigned mask = role.pages * kPage - 1;
    const char* base = data + size_t(role.first) * kPage;
    do {
      uint4 v[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) v[k] = load(base + ((at + k * apart) & mask));
      sum ^= sum_of(v);
      at += 4 * apart;
      ++n;
    } while (clock64() < end + (sum == 7));
  } else {
    const char* from[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const unsigned a = t * 16 + k * apart;
      from[k] = data + size_t(pages[a / kPage]) * kPage + a % kPage;
    }
    do {
      uint4 v[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) v[k] = load(from[k]);
      sum ^= sum_of(v);
      ++n;
#pragma unroll
      for (int k = 0; k < 4; ++k) v[k] = load(from[4 + k]);
      sum ^= sum_of(v);
      ++n;
    } while (clock64() < end + (sum == 7));
  }
  if (t % 32 == 0) atomicAdd(trips, n);
}

__global__ void __launch_bounds__(kThreads, 1)
    run(char* data, const int* place, const Role* roles, const int* lists, long long time,
        unsigned* trips, unsigned* hops) {
  extern __shared__ int pages[];
  __shared__ unsigned took[kHops], spare;
  const int me = place[smid()];
  const Role role = roles[me];
  const int t = threadIdx.x;
  const long long start = clock64();
  if (role.kind == Idle) return;
  if (role.kind == Hops && role.pages == kOneLine) {
    if (t != 0) return;
    unsigned wait = load(data + size_t(role.first) * 128).x;
    while (clock64() - start < time / 8 + wait) {
    }
    int i = 0;
    for (; i < kHops && clock64() - start < time * 7 / 8; ++i) {
      const long long from = clock_after(wait, &spare);
      wait = load(data + size_t(role.first) * 128 + wait).x;
      took[i] = unsigned(clock_after(wait, &spare) - from);
    }
    hops[0] = i;
    for (int k = 0; k < i; ++k) hops[1 + k] = took[k];
    return;
  }
  const int listed = role.kind == ReadsMemory ? 0 : role.pages + (role.beside ? 32 : 0);
  for (int i = t; i < listed; i += blockDim.x) pages[i] = lists[role.first + i];
  __syncthreads();
  if (role.kind == Hops) {
    unsigned sum = 0;
    if (role.threads)  // what it will load is in L2
      for (int i = t; i < role.pages * 32; i += blockDim.x)
        sum += load(data + size_t(pages[i / 32]) * kPage + i % 32 * 128).x;
    if (t >= 32 && role.beside)
      return read_all({ReadsL2, role.beside, 0, 32, 0}, data, pages + role.pages, start + time,
                      trips + me);
    if (t != 0) return;
    while (clock64() - start < time / 8 + sum) {
    }
    int i = 0;
    unsigned wait = sum;
    for (; i < kHops && clock64() - start < time * 7 / 8; ++i) {
      const int line = (i * 11 + i / role.pages * 5) % 32;
      const char* at = data + size_t(pages[i % role.pages]) * kPage + line * 128 + wait;
      const long long from = clock_after(wait, &spare);
      wait = load(at).x;
      took[i] = unsigned(clock_after(wait, &spare) - from);
    }
    hops[0] = i;
    for (int k = 0; k < i; ++k) hops[1 + k] = took[k];
    return;
  }
  read_all(role, data, pages, start + time, trips + me);
}
