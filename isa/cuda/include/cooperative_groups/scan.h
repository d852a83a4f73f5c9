// Running sums over a tile.
#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <unsigned Size, class Parent, class T, class Op>
SIMT_DEVICE T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T v, Op op) {
#pragma unroll
  for (unsigned d = 1; d < Size; d *= 2) {
    const T below = tile.shfl_up(v, d);
    if (tile.thread_rank() >= d) v = op(below, v);
  }
  return v;
}
template <unsigned Size, class Parent, class T>
SIMT_DEVICE T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T v) {
  return inclusive_scan(tile, v, plus<T>());
}
template <unsigned Size, class Parent, class T>
SIMT_DEVICE T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T v) {
  const T up = tile.shfl_up(inclusive_scan(tile, v, plus<T>()), 1);
  return tile.thread_rank() == 0 ? T() : up;
}

}  // namespace cooperative_groups
