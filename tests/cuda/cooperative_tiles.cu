// Cooperative groups: sums in tiles of 8, a scan in tiles of 16, one lane of the active ones adds for all.
//! grid 2
//! block 64
//! arg in     s32[128] = random(5,0,100)
//! arg sums   s32[16] = zero
//! arg before s32[128] = zero
//! arg odd    s32[1] = zero
//! check all sums[t] == sum(in[8*t + j] for j in 0..8) for t in 0..16
//! check all before[i] == sum(in[j] for j in (i/16)*16..i) for i in 0..128
//! check odd[0] == count(in[i] % 2 == 1 for i in 0..128)
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void tiles(const int* in, int* sums, int* before, int* odd) {
  cg::thread_block block = cg::this_thread_block();
  const auto eight = cg::tiled_partition<8>(block);
  const auto sixteen = cg::tiled_partition<16>(block);
  const unsigned i = blockIdx.x * block.size() + block.thread_rank();
  const int sum = cg::reduce(eight, in[i], cg::plus<int>());
  if (eight.thread_rank() == 0) sums[i / 8] = sum;
  before[i] = cg::exclusive_scan(sixteen, in[i]);
  block.sync();
  if (in[i] % 2 == 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(odd, (int)active.size());
  }
}
