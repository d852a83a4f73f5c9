// Cooperative groups: the grid, the block, tiles of a warp, the lanes that are active.
// CUDA C++ Programming Guide, Cooperative Groups. Not here: clusters, memcpy_async.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {

struct thread_block {
  SIMT_MEMBER static void sync() { __syncthreads(); }
  SIMT_MEMBER static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  SIMT_MEMBER static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  SIMT_MEMBER static unsigned size() { return num_threads(); }
  SIMT_MEMBER static dim3 group_index() { return blockIdx; }
  SIMT_MEMBER static dim3 thread_index() { return threadIdx; }
  SIMT_MEMBER static dim3 group_dim() { return blockDim; }
  SIMT_MEMBER static dim3 dim_threads() { return blockDim; }
};
SIMT_DEVICE thread_block this_thread_block() {
  return {};
}

struct grid_group {
  SIMT_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  SIMT_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  SIMT_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  SIMT_MEMBER static unsigned long long num_threads() {
    return num_blocks() * thread_block::size();
  }
  SIMT_MEMBER static unsigned long long size() { return num_threads(); }
  SIMT_MEMBER static dim3 group_dim() { return gridDim; }
  // Of a cooperative launch. The second word of what it comes with counts blocks that arrived.
  SIMT_MEMBER static bool is_valid() { return arrived() != 0; }
  SIMT_MEMBER static void sync() {
    if (!is_valid()) __trap();
    __syncthreads();
    if (thread_block::thread_rank() == 0) {
      const unsigned blocks = (unsigned)num_blocks();
      __threadfence();
      const unsigned ticket = atomicAdd((unsigned*)arrived(), 1u);
      const unsigned all = (ticket / blocks + 1) * blocks;
      while ((int)(*(volatile unsigned*)arrived() - all) < 0) {
      }
      __threadfence();
    }
    __syncthreads();
  }

 private:
  SIMT_MEMBER static unsigned long long arrived() {
    unsigned low, high;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    const unsigned long long workspace = (unsigned long long)high << 32 | low;
    return workspace == 0 ? 0 : workspace + 4;
  }
};
SIMT_DEVICE grid_group this_grid() {
  return {};
}

SIMT_DEVICE unsigned simt_lane() {
  unsigned r;
  asm("mov.u32 %0, %%laneid;" : "=r"(r));
  return r;
}

template <unsigned Size>
struct simt_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "simt-sim's headers have tiles of 1, 2, 4, 8, 16 and 32 threads");
  SIMT_MEMBER static unsigned mask() {
    return Size == 32 ? 0xffffffffu : ((1u << (Size % 32)) - 1) << (simt_lane() & ~(Size - 1));
  }
  SIMT_MEMBER static void sync() { __syncwarp(mask()); }
  SIMT_MEMBER static unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
  SIMT_MEMBER static constexpr unsigned num_threads() { return Size; }
  SIMT_MEMBER static constexpr unsigned size() { return Size; }
  SIMT_MEMBER static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  SIMT_MEMBER static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
  template <class T>
  SIMT_MEMBER static T shfl(T v, int lane) {
    return __shfl_sync(mask(), v, lane, Size);
  }
  template <class T>
  SIMT_MEMBER static T shfl_up(T v, unsigned d) {
    return __shfl_up_sync(mask(), v, d, Size);
  }
  template <class T>
  SIMT_MEMBER static T shfl_down(T v, unsigned d) {
    return __shfl_down_sync(mask(), v, d, Size);
  }
  template <class T>
  SIMT_MEMBER static T shfl_xor(T v, int m) {
    return __shfl_xor_sync(mask(), v, m, Size);
  }
  SIMT_MEMBER static int any(int p) { return __any_sync(mask(), p); }
  SIMT_MEMBER static int all(int p) { return __all_sync(mask(), p); }
  SIMT_MEMBER static unsigned ballot(int p) {
    return Size == 32 ? __ballot_sync(mask(), p)
                      : __ballot_sync(mask(), p) >> (simt_lane() & ~(Size - 1));
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  template <class T>
  SIMT_MEMBER static unsigned match_any(T v) {
    return __match_any_sync(mask(), v) >> (simt_lane() & ~(Size - 1));
  }
#endif
};
template <unsigned Size, class Parent = thread_block>
struct thread_block_tile : simt_tile<Size> {};
template <unsigned Size, class Parent>
SIMT_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

// The lanes that are at one place: those of a mask, in their order.
struct coalesced_group {
  unsigned lanes;
  SIMT_MEMBER void sync() const { __syncwarp(lanes); }
  SIMT_MEMBER unsigned size() const { return __popc(lanes); }
  SIMT_MEMBER unsigned num_threads() const { return size(); }
  SIMT_MEMBER unsigned thread_rank() const { return __popc(lanes & ((1u << simt_lane()) - 1)); }
  SIMT_MEMBER unsigned meta_group_rank() const { return 0; }
  SIMT_MEMBER unsigned meta_group_size() const { return 1; }
  // The lane of the member of rank n: its n-th bit.
  SIMT_MEMBER int lane_of(unsigned n) const {
    unsigned left = lanes;
    for (; n != 0; --n) left &= left - 1;
    return __ffs((int)left) - 1;
  }
  template <class T>
  SIMT_MEMBER T shfl(T v, unsigned rank) const {
    return __shfl_sync(lanes, v, lane_of(rank));
  }
  template <class T>
  SIMT_MEMBER T shfl_up(T v, unsigned d) const {
    const unsigned r = thread_rank();
    return __shfl_sync(lanes, v, lane_of(r >= d ? r - d : r));
  }
  template <class T>
  SIMT_MEMBER T shfl_down(T v, unsigned d) const {
    const unsigned r = thread_rank();
    return __shfl_sync(lanes, v, lane_of(r + d < size() ? r + d : r));
  }
  SIMT_MEMBER int any(int p) const { return __any_sync(lanes, p); }
  SIMT_MEMBER int all(int p) const { return __all_sync(lanes, p); }
  // Bit n: the member of rank n.
  SIMT_MEMBER unsigned ballot(int p) const {
    const unsigned votes = __ballot_sync(lanes, p);
    unsigned out = 0, n = 0;
    for (unsigned left = lanes; left != 0; left &= left - 1, ++n)
      if (votes & left & -left) out |= 1u << n;
    return out;
  }
};
SIMT_DEVICE coalesced_group coalesced_threads() {
  return {__activemask()};
}

template <class Group>
SIMT_DEVICE void sync(const Group& g) {
  g.sync();
}
template <class Group>
SIMT_DEVICE auto thread_rank(const Group& g) {
  return g.thread_rank();
}
template <class Group>
SIMT_DEVICE auto group_size(const Group& g) {
  return g.size();
}

}  // namespace cooperative_groups
