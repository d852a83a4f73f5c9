// CUB inside kernels: BlockLoad, BlockScan, BlockReduce, BlockRadixSort, WarpReduce and their
// storage.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <vector>

template <int BLOCK_THREADS, int ITEMS_PER_THREAD, cub::BlockScanAlgorithm ALGORITHM>
__global__ void BlockPrefixSum(const int* d_in, int* d_out, int* d_aggregates) {
  using BlockLoad =
      cub::BlockLoad<int, BLOCK_THREADS, ITEMS_PER_THREAD, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using BlockStore =
      cub::BlockStore<int, BLOCK_THREADS, ITEMS_PER_THREAD, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using BlockScan = cub::BlockScan<int, BLOCK_THREADS, ALGORITHM>;
  __shared__ union {
    typename BlockLoad::TempStorage load;
    typename BlockStore::TempStorage store;
    typename BlockScan::TempStorage scan;
  } temp;
  const int offset = blockIdx.x * BLOCK_THREADS * ITEMS_PER_THREAD;
  int items[ITEMS_PER_THREAD];
  BlockLoad(temp.load).Load(d_in + offset, items);
  __syncthreads();
  int aggregate;
  BlockScan(temp.scan).ExclusiveSum(items, items, aggregate);
  __syncthreads();
  BlockStore(temp.store).Store(d_out + offset, items);
  if (threadIdx.x == 0) d_aggregates[blockIdx.x] = aggregate;
}

template <int BLOCK_THREADS, int ITEMS_PER_THREAD>
__global__ void BlockSort(const unsigned* d_in, unsigned* d_out) {
  using Sort = cub::BlockRadixSort<unsigned, BLOCK_THREADS, ITEMS_PER_THREAD>;
  __shared__ typename Sort::TempStorage temp;
  const int offset = blockIdx.x * BLOCK_THREADS * ITEMS_PER_THREAD;
  unsigned keys[ITEMS_PER_THREAD];
  cub::LoadDirectBlocked(threadIdx.x, d_in + offset, keys);
  Sort(temp).SortBlockedToStriped(keys);
  cub::StoreDirectStriped<BLOCK_THREADS>(threadIdx.x, d_out + offset, keys);
}

__global__ void Reductions(const int* d_in, int* d_out) {
  using BlockReduce = cub::BlockReduce<int, 96>;
  using WarpReduce = cub::WarpReduce<int>;
  __shared__ typename BlockReduce::TempStorage block_storage;
  __shared__ typename WarpReduce::TempStorage warp_storage[3];
  const int warp = threadIdx.x / 32;
  const int value = d_in[threadIdx.x];
  const int warp_sum = WarpReduce(warp_storage[warp]).Sum(value);
  if (threadIdx.x % 32 == 0) d_out[warp] = warp_sum;
  const int sum = BlockReduce(block_storage).Sum(value);
  if (threadIdx.x == 0) d_out[3] = sum;
  __syncthreads();
  const int first = BlockReduce(block_storage).Sum(value, 50);
  if (threadIdx.x == 0) d_out[4] = first;
}

template <cub::BlockScanAlgorithm ALGORITHM>
int test_scan(const char* name, const std::vector<int>& in, const int* d_in, int* d_out) {
  constexpr int threads = 128, items = 4, tile = threads * items;
  const int blocks = static_cast<int>(in.size()) / tile;
  int *d_aggregates, aggregates[8];
  cudaMalloc(&d_aggregates, blocks * sizeof(int));
  BlockPrefixSum<threads, items, ALGORITHM><<<blocks, threads>>>(d_in, d_out, d_aggregates);
  std::vector<int> out(in.size());
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(aggregates, d_aggregates, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_aggregates);
  int wrong = 0;
  for (int b = 0; b < blocks; ++b) {
    int sum = 0;
    for (int i = 0; i < tile; ++i) {
      wrong += out[b * tile + i] != sum;
      sum += in[b * tile + i];
    }
    wrong += sum != aggregates[b];
  }
  printf("%-20s last %d, aggregate %d, %d wrong\n", name, out.back(), aggregates[blocks - 1],
         wrong);
  return wrong;
}

int main() {
  const int n = 2048;
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = i * 13 % 31 - 9;
  std::vector<unsigned> keys(n), sorted(n);
  for (int i = 0; i < n; ++i) keys[i] = i * 2654435761u;
  int *d_in, *d_out;
  unsigned *d_keys, *d_sorted;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMalloc(&d_keys, n * sizeof(unsigned));
  cudaMalloc(&d_sorted, n * sizeof(unsigned));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_keys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);

  int wrong = test_scan<cub::BLOCK_SCAN_RAKING>("raking", in, d_in, d_out);
  wrong += test_scan<cub::BLOCK_SCAN_RAKING_MEMOIZE>("raking, memoized", in, d_in, d_out);
  wrong += test_scan<cub::BLOCK_SCAN_WARP_SCANS>("warp scans", in, d_in, d_out);

  BlockSort<64, 8><<<n / 512, 64>>>(d_keys, d_sorted);
  cudaMemcpy(sorted.data(), d_sorted, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (int b = 0; b < n; b += 512) std::sort(keys.begin() + b, keys.begin() + b + 512);
  wrong += keys != sorted;
  printf("blocks sorted: %u %u ... %u, %s\n", sorted[0], sorted[1], sorted[n - 1],
         keys == sorted ? "as on the host" : "WRONG");

  Reductions<<<1, 96>>>(d_in, d_out);
  int sums[5];
  cudaMemcpy(sums, d_out, sizeof sums, cudaMemcpyDeviceToHost);
  printf("warps %d %d %d, block %d, first fifty %d\n", sums[0], sums[1], sums[2], sums[3], sums[4]);
  for (void* p : {(void*)d_in, (void*)d_out, (void*)d_keys, (void*)d_sorted}) cudaFree(p);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return wrong;
}
