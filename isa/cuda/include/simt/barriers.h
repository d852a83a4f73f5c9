// Barriers of a block, fences, clocks and sleep. PTX ISA 9.7.13.
#pragma once

#include "simt/qualifiers.h"

// Not clang's own __syncthreads(): clang 14 takes it for one that touches no shared variable, and
// moves loads of one before it.
SIMT_DEVICE void simt_syncthreads() {
  asm volatile("bar.sync 0;" ::: "memory");
}
#define __syncthreads() simt_syncthreads()
SIMT_DEVICE int __syncthreads_count(int p) {
  int r;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
               : "=r"(r)
               : "r"(p)
               : "memory");
  return r;
}
#define SIMT_BAR_RED(NAME, OP)                                          \
  SIMT_DEVICE int NAME(int p) {                                         \
    int r;                                                              \
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." OP \
                 ".pred q, 0, p; "                                      \
                 "selp.s32 %0, 1, 0, q; }"                              \
                 : "=r"(r)                                              \
                 : "r"(p)                                               \
                 : "memory");                                           \
    return r;                                                           \
  }
SIMT_BAR_RED(__syncthreads_and, "and")
SIMT_BAR_RED(__syncthreads_or, "or")
#undef SIMT_BAR_RED

SIMT_DEVICE void __syncwarp(unsigned mask = 0xffffffff) {
  asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
SIMT_DEVICE void __threadfence_block() {
  asm volatile("membar.cta;" ::: "memory");
}
SIMT_DEVICE void __threadfence() {
  asm volatile("membar.gl;" ::: "memory");
}
SIMT_DEVICE void __threadfence_system() {
  asm volatile("membar.sys;" ::: "memory");
}

SIMT_DEVICE long long clock64() {
  long long r;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(r)::"memory");
  return r;
}
SIMT_DEVICE int clock() {
  int r;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(r)::"memory");
  return r;
}
SIMT_DEVICE unsigned long long __globaltimer() {
  unsigned long long r;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r)::"memory");
  return r;
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SIMT_DEVICE void __nanosleep(unsigned ns) {
  asm volatile("nanosleep.u32 %0;" ::"r"(ns) : "memory");
}
#endif
SIMT_DEVICE void __trap() {
  asm volatile("trap;");
}
SIMT_DEVICE void __brkpt() {
  asm volatile("brkpt;");
}
