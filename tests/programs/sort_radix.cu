// A least-significant-digit radix sort of key-value pairs: count, scan, scatter, four bits a pass.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#define CUDA_CALL(x)                                  \
  do {                                                \
    if ((x) != cudaSuccess) {                         \
      printf("Error at %s:%d\n", __FILE__, __LINE__); \
      return EXIT_FAILURE;                            \
    }                                                 \
  } while (0)

constexpr int kBlock = 256;
constexpr int kWarps = kBlock / 32;
constexpr int kDigits = 16;

__global__ void count_digits(const unsigned* keys, unsigned* counts, int shift) {
  __shared__ unsigned histogram[kDigits];
  if (threadIdx.x < kDigits) histogram[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&histogram[keys[blockIdx.x * kBlock + threadIdx.x] >> shift & (kDigits - 1)], 1u);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = histogram[threadIdx.x];
}

// Exclusive scan of blockDim.x counts by one block.
__global__ void scan_counts(unsigned* counts) {
  extern __shared__ unsigned sums[];
  const unsigned own = counts[threadIdx.x];
  sums[threadIdx.x] = own;
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    const unsigned left = threadIdx.x >= d ? sums[threadIdx.x - d] : 0;
    __syncthreads();
    sums[threadIdx.x] += left;
  }
  counts[threadIdx.x] = sums[threadIdx.x] - own;
}

// Stable: the rank of a key counts equal digits of earlier lanes, earlier warps, earlier blocks.
__global__ void scatter(const unsigned* keys, const int* values, unsigned* keys_out,
                        int* values_out, const unsigned* starts, int shift) {
  __shared__ unsigned warp_counts[kWarps][kDigits];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane < kDigits) warp_counts[warp][lane] = 0;
  __syncwarp();
  const unsigned key = keys[i];
  const unsigned digit = key >> shift & (kDigits - 1);
  const unsigned peers = __match_any_sync(0xffffffffu, digit);
  unsigned rank = __popc(peers & ((1u << lane) - 1));
  if (rank == 0) warp_counts[warp][digit] = __popc(peers);
  __syncthreads();
  for (int w = 0; w < warp; ++w) rank += warp_counts[w][digit];
  const unsigned place = starts[digit * gridDim.x + blockIdx.x] + rank;
  keys_out[place] = key;
  values_out[place] = values[i];
}

int main() {
  const int n = 4096, blocks = n / kBlock;
  std::vector<unsigned> keys(n);
  std::vector<int> values(n);
  unsigned long long state = 42;
  for (auto& key : keys) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    key = static_cast<unsigned>(state >> 33) % 3000 * 1000003u;
  }
  std::iota(values.begin(), values.end(), 0);
  std::vector<int> order = values;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });

  unsigned *k0, *k1, *counts;
  int *v0, *v1;
  CUDA_CALL(cudaMalloc(&k0, n * sizeof(unsigned)));
  CUDA_CALL(cudaMalloc(&k1, n * sizeof(unsigned)));
  CUDA_CALL(cudaMalloc(&v0, n * sizeof(int)));
  CUDA_CALL(cudaMalloc(&v1, n * sizeof(int)));
  CUDA_CALL(cudaMalloc(&counts, kDigits * blocks * sizeof(unsigned)));
  CUDA_CALL(cudaMemcpy(k0, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  CUDA_CALL(cudaMemcpy(v0, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int shift = 0; shift < 32; shift += 4) {
    count_digits<<<blocks, kBlock>>>(k0, counts, shift);
    scan_counts<<<1, kDigits * blocks, kDigits * blocks * sizeof(unsigned)>>>(counts);
    scatter<<<blocks, kBlock>>>(k0, v0, k1, v1, counts, shift);
    CUDA_CALL(cudaGetLastError());
    std::swap(k0, k1);
    std::swap(v0, v1);
  }
  std::vector<unsigned> sorted(n);
  CUDA_CALL(cudaMemcpy(sorted.data(), k0, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaMemcpy(values.data(), v0, n * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += values[i] != order[i] || sorted[i] != keys[order[i]];
  for (int i = 0; i < n; i += 512) printf("%10u from %4d\n", sorted[i], values[i]);
  printf("%d of %d pairs misplaced\n", wrong, n);
  for (void* p : {(void*)k0, (void*)k1, (void*)v0, (void*)v1, (void*)counts}) cudaFree(p);
  return wrong != 0;
}
