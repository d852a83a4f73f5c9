// Functions of a warp: votes, shuffles, matches, reductions. PTX ISA 9.7.9.6, 9.7.13.
#pragma once

#include "simt/bits.h"
#include "simt/qualifiers.h"

SIMT_DEVICE unsigned __activemask() {
  unsigned r;
  asm volatile("activemask.b32 %0;" : "=r"(r));
  return r;
}
SIMT_DEVICE unsigned __ballot_sync(unsigned mask, int p) {
  return __nvvm_vote_ballot_sync(mask, p != 0);
}
SIMT_DEVICE int __any_sync(unsigned mask, int p) {
  return __nvvm_vote_any_sync(mask, p != 0);
}
SIMT_DEVICE int __all_sync(unsigned mask, int p) {
  return __nvvm_vote_all_sync(mask, p != 0);
}
SIMT_DEVICE int __uni_sync(unsigned mask, int p) {
  return __nvvm_vote_uni_sync(mask, p != 0);
}

// The last operand: bits 8 to 12 keep lanes within their segment, bits 0 to 4 are the clamp.
#define SIMT_SHUFFLE(NAME, MODE, DISTANCE, CLAMP)                                              \
  SIMT_DEVICE int simt_##NAME(unsigned mask, int v, DISTANCE d, int width) {                   \
    return __nvvm_shfl_sync_##MODE##_i32(mask, v, d, ((32 - width) << 8) | CLAMP);             \
  }                                                                                            \
  SIMT_DEVICE int NAME(unsigned mask, int v, DISTANCE d, int width = 32) {                     \
    return simt_##NAME(mask, v, d, width);                                                     \
  }                                                                                            \
  SIMT_DEVICE unsigned NAME(unsigned mask, unsigned v, DISTANCE d, int width = 32) {           \
    return (unsigned)simt_##NAME(mask, (int)v, d, width);                                      \
  }                                                                                            \
  SIMT_DEVICE float NAME(unsigned mask, float v, DISTANCE d, int width = 32) {                 \
    return __int_as_float(simt_##NAME(mask, __float_as_int(v), d, width));                     \
  }                                                                                            \
  SIMT_DEVICE unsigned long long NAME(unsigned mask, unsigned long long v, DISTANCE d,         \
                                      int width = 32) {                                        \
    const unsigned low = (unsigned)simt_##NAME(mask, (int)(unsigned)v, d, width);              \
    const unsigned high = (unsigned)simt_##NAME(mask, (int)(unsigned)(v >> 32), d, width);     \
    return (unsigned long long)high << 32 | low;                                               \
  }                                                                                            \
  SIMT_DEVICE long long NAME(unsigned mask, long long v, DISTANCE d, int width = 32) {         \
    return (long long)NAME(mask, (unsigned long long)v, d, width);                             \
  }                                                                                            \
  SIMT_DEVICE unsigned long NAME(unsigned mask, unsigned long v, DISTANCE d, int width = 32) { \
    return (unsigned long)NAME(mask, (unsigned long long)v, d, width);                         \
  }                                                                                            \
  SIMT_DEVICE long NAME(unsigned mask, long v, DISTANCE d, int width = 32) {                   \
    return (long)NAME(mask, (unsigned long long)v, d, width);                                  \
  }                                                                                            \
  SIMT_DEVICE double NAME(unsigned mask, double v, DISTANCE d, int width = 32) {               \
    return __longlong_as_double(NAME(mask, __double_as_longlong(v), d, width));                \
  }
SIMT_SHUFFLE(__shfl_sync, idx, int, 31)
SIMT_SHUFFLE(__shfl_up_sync, up, unsigned, 0)
SIMT_SHUFFLE(__shfl_down_sync, down, unsigned, 31)
SIMT_SHUFFLE(__shfl_xor_sync, bfly, int, 31)
#undef SIMT_SHUFFLE

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SIMT_DEVICE unsigned simt_match_any(unsigned mask, unsigned v) {
  unsigned r;
  asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask));
  return r;
}
SIMT_DEVICE unsigned simt_match_any(unsigned mask, unsigned long long v) {
  unsigned r;
  asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(v), "r"(mask));
  return r;
}
#define SIMT_MATCH_ALL(BITS, CONSTRAINT, T)                                                      \
  SIMT_DEVICE unsigned simt_match_all(unsigned mask, T v, int* all) {                            \
    unsigned r;                                                                                  \
    asm volatile("{ .reg .pred p; match.all.sync." BITS " %0|p, %2, %3; selp.s32 %1, 1, 0, p; }" \
                 : "=r"(r), "=r"(*all)                                                           \
                 : CONSTRAINT(v), "r"(mask));                                                    \
    return r;                                                                                    \
  }
SIMT_MATCH_ALL("b32", "r", unsigned)
SIMT_MATCH_ALL("b64", "l", unsigned long long)
#undef SIMT_MATCH_ALL

#define SIMT_MATCH(T, AS)                                               \
  SIMT_DEVICE unsigned __match_any_sync(unsigned mask, T v) {           \
    return simt_match_any(mask, AS(v));                                 \
  }                                                                     \
  SIMT_DEVICE unsigned __match_all_sync(unsigned mask, T v, int* all) { \
    return simt_match_all(mask, AS(v), all);                            \
  }
SIMT_MATCH(int, (unsigned))
SIMT_MATCH(unsigned, (unsigned))
SIMT_MATCH(long, (unsigned long long))
SIMT_MATCH(unsigned long, (unsigned long long))
SIMT_MATCH(long long, (unsigned long long))
SIMT_MATCH(unsigned long long, (unsigned long long))
SIMT_MATCH(float, __float_as_uint)
SIMT_MATCH(double, (unsigned long long)__double_as_longlong)
#undef SIMT_MATCH
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define SIMT_REDUX(NAME, T, OP)                                                  \
  SIMT_DEVICE T NAME(unsigned mask, T v) {                                       \
    T r;                                                                         \
    asm volatile("redux.sync." OP " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask)); \
    return r;                                                                    \
  }
SIMT_REDUX(__reduce_add_sync, unsigned, "add.u32")
SIMT_REDUX(__reduce_add_sync, int, "add.s32")
SIMT_REDUX(__reduce_min_sync, unsigned, "min.u32")
SIMT_REDUX(__reduce_min_sync, int, "min.s32")
SIMT_REDUX(__reduce_max_sync, unsigned, "max.u32")
SIMT_REDUX(__reduce_max_sync, int, "max.s32")
SIMT_REDUX(__reduce_and_sync, unsigned, "and.b32")
SIMT_REDUX(__reduce_or_sync, unsigned, "or.b32")
SIMT_REDUX(__reduce_xor_sync, unsigned, "xor.b32")
#undef SIMT_REDUX
#else
#define SIMT_NEEDS_80 __attribute__((unavailable("__reduce_*_sync needs --arch sm_80 or later")))
SIMT_NEEDS_80 SIMT_DEVICE int __reduce_add_sync(unsigned, int);
SIMT_NEEDS_80 SIMT_DEVICE int __reduce_min_sync(unsigned, int);
SIMT_NEEDS_80 SIMT_DEVICE int __reduce_max_sync(unsigned, int);
SIMT_NEEDS_80 SIMT_DEVICE unsigned __reduce_and_sync(unsigned, unsigned);
SIMT_NEEDS_80 SIMT_DEVICE unsigned __reduce_or_sync(unsigned, unsigned);
SIMT_NEEDS_80 SIMT_DEVICE unsigned __reduce_xor_sync(unsigned, unsigned);
#undef SIMT_NEEDS_80
#endif
