// Cooperative groups: tiles of several sizes, cg::reduce, scans by tile shuffles, coalesced groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

template <int Size>
__global__ void tile_sums(const int* in, int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
  const int i = block.group_index().x * block.size() + block.thread_rank();
  const int sum = cg::reduce(tile, in[i], cg::plus<int>());
  if (tile.thread_rank() == 0) out[i / Size] = sum;
}

__global__ void tile_scan(const int* in, int* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
  for (int d = 1; d < tile.num_threads(); d *= 2) {
    const int left = tile.shfl_up(value, d);
    if (tile.thread_rank() >= d) value += left;
  }
  out[i] = value;
}

// Each branch sees only the threads that took it.
__global__ void coalesced(const int* in, int* sizes, int* ranks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    ranks[i] = active.thread_rank();
    const int most = cg::reduce(active, in[i], cg::greater<int>());
    if (active.thread_rank() == 0) atomicAdd(&sizes[0], (int)active.size());
    if (active.thread_rank() == 0) atomicMax(&sizes[1], most);
  } else {
    ranks[i] = -1;
  }
}

__global__ void votes(const int* in, int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  const int value = in[block.thread_rank()];
  const bool any = tile.any(value > 90), all = tile.all(value < 90);
  const unsigned ballot = tile.ballot(value & 1);
  const int broadcast = tile.shfl(value, 3);
  block.sync();
  if (tile.thread_rank() == 0)
    out[tile.meta_group_rank()] = any * 1000000 + all * 100000 + (int)ballot * 100 + broadcast;
}

int main() {
  const int n = 1024;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = (i * 37 + i / 32) % 97;
  int *d_in, *d_out, *d_sizes;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMalloc(&d_sizes, 2 * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  const auto report_sums = [&](int size) {
    cudaMemcpy(out.data(), d_out, n / size * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int tile = 0; tile < n / size; ++tile) {
      int sum = 0;
      for (int k = 0; k < size; ++k) sum += in[tile * size + k];
      wrong += sum != out[tile];
    }
    printf("tiles of %2d: first %d, last %d, wrong %d\n", size, out[0], out[n / size - 1], wrong);
  };
  tile_sums<4><<<n / 128, 128>>>(d_in, d_out);
  report_sums(4);
  tile_sums<16><<<n / 128, 128>>>(d_in, d_out);
  report_sums(16);
  tile_sums<32><<<n / 256, 256>>>(d_in, d_out);
  report_sums(32);

  tile_scan<<<n / 128, 128>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("scan: %d %d %d %d\n", out[0], out[31], out[32], out[1023]);

  cudaMemset(d_sizes, 0, 2 * sizeof(int));
  coalesced<<<n / 128, 128>>>(d_in, d_sizes, d_out);
  int sizes[2];
  cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  long checksum = 0;
  for (int i = 0; i < n; ++i) checksum += (long)(out[i] + 2) * (i % 13);
  printf("coalesced: %d threads, largest %d, checksum of ranks %ld\n", sizes[0], sizes[1],
         checksum);

  votes<<<1, 64>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%d%c", out[i], i < 7 ? ' ' : '\n');
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_sizes);
  return 0;
}
