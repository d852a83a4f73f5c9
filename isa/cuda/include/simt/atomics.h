// Atomics on generic addresses, with the scopes of the device, a block (_block) and the system
// (_system). CUDA C++ Programming Guide, Atomic Functions.
#pragma once

#include "simt/bits.h"
#include "simt/qualifiers.h"

// The simulated system is one device: _system differs from the device's scope in nothing seen.
#define SIMT_FETCH(NAME, T, BUILTIN)        \
  SIMT_DEVICE T NAME(T* p, T v) {           \
    return BUILTIN(p, v, __ATOMIC_RELAXED); \
  }                                         \
  SIMT_DEVICE T NAME##_block(T* p, T v) {   \
    return BUILTIN(p, v, __ATOMIC_RELAXED); \
  }                                         \
  SIMT_DEVICE T NAME##_system(T* p, T v) {  \
    return BUILTIN(p, v, __ATOMIC_RELAXED); \
  }
#define SIMT_FETCH_INTEGERS(NAME, BUILTIN)      \
  SIMT_FETCH(NAME, int, BUILTIN)                \
  SIMT_FETCH(NAME, unsigned, BUILTIN)           \
  SIMT_FETCH(NAME, unsigned long long, BUILTIN) \
  SIMT_FETCH(NAME, long long, BUILTIN)
SIMT_FETCH(atomicAdd, int, __atomic_fetch_add)
SIMT_FETCH(atomicAdd, unsigned, __atomic_fetch_add)
SIMT_FETCH(atomicAdd, unsigned long long, __atomic_fetch_add)
SIMT_FETCH(atomicSub, int, __atomic_fetch_sub)
SIMT_FETCH(atomicSub, unsigned, __atomic_fetch_sub)
SIMT_FETCH_INTEGERS(atomicMin, __atomic_fetch_min)
SIMT_FETCH_INTEGERS(atomicMax, __atomic_fetch_max)
SIMT_FETCH_INTEGERS(atomicAnd, __atomic_fetch_and)
SIMT_FETCH_INTEGERS(atomicOr, __atomic_fetch_or)
SIMT_FETCH_INTEGERS(atomicXor, __atomic_fetch_xor)
SIMT_FETCH(atomicExch, int, __atomic_exchange_n)
SIMT_FETCH(atomicExch, unsigned, __atomic_exchange_n)
SIMT_FETCH(atomicExch, unsigned long long, __atomic_exchange_n)
#undef SIMT_FETCH_INTEGERS
#undef SIMT_FETCH

#define SIMT_SCOPES(NAME, T)               \
  SIMT_DEVICE T NAME##_block(T* p, T v) {  \
    return NAME(p, v);                     \
  }                                        \
  SIMT_DEVICE T NAME##_system(T* p, T v) { \
    return NAME(p, v);                     \
  }
SIMT_DEVICE float atomicAdd(float* p, float v) {
  return __nvvm_atom_add_gen_f(p, v);
}
SIMT_SCOPES(atomicAdd, float)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
SIMT_DEVICE double atomicAdd(double* p, double v) {
  return __nvvm_atom_add_gen_d(p, v);
}
SIMT_SCOPES(atomicAdd, double)
#endif
SIMT_DEVICE float atomicExch(float* p, float v) {
  return __int_as_float(atomicExch((int*)p, __float_as_int(v)));
}
SIMT_SCOPES(atomicExch, float)
SIMT_DEVICE unsigned atomicInc(unsigned* p, unsigned v) {
  return __nvvm_atom_inc_gen_ui(p, v);
}
SIMT_SCOPES(atomicInc, unsigned)
SIMT_DEVICE unsigned atomicDec(unsigned* p, unsigned v) {
  return __nvvm_atom_dec_gen_ui(p, v);
}
SIMT_SCOPES(atomicDec, unsigned)
#undef SIMT_SCOPES

#define SIMT_CAS(T)                                                                                \
  SIMT_DEVICE T atomicCAS(T* p, T expected, T desired) {                                           \
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                               \
  }                                                                                                \
  SIMT_DEVICE T atomicCAS_block(T* p, T e, T d) {                                                  \
    return atomicCAS(p, e, d);                                                                     \
  }                                                                                                \
  SIMT_DEVICE T atomicCAS_system(T* p, T e, T d) {                                                 \
    return atomicCAS(p, e, d);                                                                     \
  }
SIMT_CAS(int)
SIMT_CAS(unsigned)
SIMT_CAS(unsigned long long)
#undef SIMT_CAS
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
SIMT_DEVICE unsigned short atomicCAS(unsigned short* p, unsigned short e, unsigned short d) {
  unsigned short r;
  asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(r) : "l"(p), "h"(e), "h"(d) : "memory");
  return r;
}
#endif
