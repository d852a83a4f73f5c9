// Reductions over a tile or the active lanes.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

#define SIMT_FUNCTION(NAME, RESULT)                             \
  template <class T = void>                                     \
  struct NAME {                                                 \
    SIMT_MEMBER T operator()(T a, T b) const { return RESULT; } \
  };                                                            \
  template <>                                                   \
  struct NAME<void> {                                           \
    template <class T>                                          \
    SIMT_MEMBER T operator()(T a, T b) const {                  \
      return RESULT;                                            \
    }                                                           \
  };
SIMT_FUNCTION(plus, a + b)
SIMT_FUNCTION(less, b < a ? b : a)
SIMT_FUNCTION(greater, a < b ? b : a)
SIMT_FUNCTION(bit_and, a& b)
SIMT_FUNCTION(bit_or, a | b)
SIMT_FUNCTION(bit_xor, a ^ b)
#undef SIMT_FUNCTION

template <unsigned Size, class Parent, class T, class Op>
SIMT_DEVICE T reduce(const thread_block_tile<Size, Parent>& tile, T v, Op op) {
#pragma unroll
  for (unsigned d = Size / 2; d != 0; d /= 2) v = op(v, tile.shfl_xor(v, (int)d));
  return v;
}
template <class T, class Op>
SIMT_DEVICE T reduce(const coalesced_group& group, T v, Op op) {
  T all = group.shfl(v, 0);
  for (unsigned i = 1; i < group.size(); ++i) all = op(all, group.shfl(v, i));
  return all;
}

}  // namespace cooperative_groups
