// Filtering with warp-aggregated atomics, by hand and by cooperative groups, against a plain
// counter.
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__device__ int by_ballot(int* counter) {
  const unsigned active = __activemask();
  const int leader = __ffs(active) - 1;
  const int lane = threadIdx.x & 31;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  base = __shfl_sync(active, base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}

__device__ int by_group(int* counter) {
  cg::coalesced_group g = cg::coalesced_threads();
  int base = 0;
  if (g.thread_rank() == 0) base = atomicAdd(counter, g.size());
  return g.shfl(base, 0) + g.thread_rank();
}

template <int Method>
__global__ void filter(const int* in, int n, int* out, int* counter) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int value = in[i];
    if (value <= 0) continue;
    const int place = Method == 0   ? atomicAdd(counter, 1)
                      : Method == 1 ? by_ballot(counter)
                                    : by_group(counter);
    out[place] = value;
  }
}

// One addition for each distinct key of a warp.
__global__ void count_keys(const int* keys, int n, int* counts, int* additions) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned active = __activemask();
  const unsigned peers = __match_any_sync(active, keys[i]);
  if ((threadIdx.x & 31) == __ffs(peers) - 1) {
    atomicAdd(&counts[keys[i]], __popc(peers));
    atomicAdd(additions, 1);
  }
}

template <int Method>
int run(const char* name, const std::vector<int>& in, const int* d_in, int* d_out, int* d_counter) {
  cudaMemset(d_counter, 0, sizeof(int));
  filter<Method><<<8, 128>>>(d_in, static_cast<int>(in.size()), d_out, d_counter);
  int count = 0;
  cudaMemcpy(&count, d_counter, sizeof count, cudaMemcpyDeviceToHost);
  std::vector<int> out(count), expected;
  cudaMemcpy(out.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
  for (int v : in)
    if (v > 0) expected.push_back(v);
  std::sort(out.begin(), out.end());
  std::sort(expected.begin(), expected.end());
  printf("%-8s kept %d: %s\n", name, count, out == expected ? "the right ones" : "WRONG");
  return out != expected;
}

int main() {
  const int n = 10000;
  std::vector<int> in(n);
  unsigned seed = 5;
  for (int& v : in) v = static_cast<int>((seed = seed * 134775813u + 1u) >> 16) % 1000 - 600;
  int *d_in, *d_out, *d_counter, *d_counts;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMalloc(&d_counter, sizeof(int));
  cudaMalloc(&d_counts, 8 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  int wrong = run<0>("plain", in, d_in, d_out, d_counter);
  wrong += run<1>("ballot", in, d_in, d_out, d_counter);
  wrong += run<2>("group", in, d_in, d_out, d_counter);

  std::vector<int> keys(1024);
  int expected[8] = {0}, distinct = 0;
  for (int i = 0; i < 1024; ++i) {
    keys[i] = i / 32 % 2 ? i % 8 : i / 32 % 8;
    ++expected[keys[i]];
  }
  for (int w = 0; w < 32; ++w) distinct += w % 2 ? 8 : 1;
  cudaMemcpy(d_in, keys.data(), 1024 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, 8 * sizeof(int));
  cudaMemset(d_counter, 0, sizeof(int));
  count_keys<<<4, 256>>>(d_in, 1024, d_counts, d_counter);
  int counts[8], additions = 0;
  cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(&additions, d_counter, sizeof additions, cudaMemcpyDeviceToHost);
  printf("keys:");
  for (int k = 0; k < 8; ++k) {
    printf(" %d", counts[k]);
    wrong += counts[k] != expected[k];
  }
  printf(", with %d additions, expected %d\n", additions, distinct);
  for (void* p : {(void*)d_in, (void*)d_out, (void*)d_counter, (void*)d_counts}) cudaFree(p);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return wrong;
}
