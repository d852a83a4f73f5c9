// Loads and stores with a cache operator, through addresses of global memory. PTX ISA 9.7.9.1.
#pragma once

#include "simt/vectors.h"

// The compiler sees global memory, so that it converts an address once.
#define SIMT_GLOBAL(p) ((unsigned long long)(const __attribute__((address_space(1))) void*)(p))

#define SIMT_LOAD(NAME, OP, HOW, CLOBBER, T, TYPE, CONSTRAINT, HELD)                             \
  SIMT_DEVICE T NAME(const T* p) {                                                               \
    HELD r;                                                                                      \
    HOW("ld.global." OP "." TYPE " %0, [%1];" : "=" CONSTRAINT(r) : "l"(SIMT_GLOBAL(p))CLOBBER); \
    return (T)r;                                                                                 \
  }
#define SIMT_LOAD2(NAME, OP, HOW, CLOBBER, T, TYPE, CONSTRAINT) \
  SIMT_DEVICE T NAME(const T* p) {                              \
    T r;                                                        \
    HOW("ld.global." OP ".v2." TYPE " {%0, %1}, [%2];"          \
        : "=" CONSTRAINT(r.x), "=" CONSTRAINT(r.y)              \
        : "l"(SIMT_GLOBAL(p))CLOBBER);                          \
    return r;                                                   \
  }
#define SIMT_LOAD4(NAME, OP, HOW, CLOBBER, T, TYPE, CONSTRAINT)                              \
  SIMT_DEVICE T NAME(const T* p) {                                                           \
    T r;                                                                                     \
    HOW("ld.global." OP ".v4." TYPE " {%0, %1, %2, %3}, [%4];"                               \
        : "=" CONSTRAINT(r.x), "=" CONSTRAINT(r.y), "=" CONSTRAINT(r.z), "=" CONSTRAINT(r.w) \
        : "l"(SIMT_GLOBAL(p))CLOBBER);                                                       \
    return r;                                                                                \
  }
#define SIMT_STORE(NAME, OP, T, TYPE, CONSTRAINT, HELD)                                           \
  SIMT_DEVICE void NAME(T* p, T v) {                                                              \
    asm volatile("st.global." OP "." TYPE " [%0], %1;" ::"l"(SIMT_GLOBAL(p)), CONSTRAINT((HELD)v) \
                 : "memory");                                                                     \
  }

#define SIMT_LOADS(NAME, OP, HOW, CLOBBER)                                              \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, char, "s8", "h", short)                             \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, signed char, "s8", "h", short)                      \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, unsigned char, "u8", "h", unsigned short)           \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, short, "s16", "h", short)                           \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, unsigned short, "u16", "h", unsigned short)         \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, int, "s32", "r", int)                               \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, unsigned int, "u32", "r", unsigned int)             \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, long, "s64", "l", long)                             \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, unsigned long, "u64", "l", unsigned long)           \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, long long, "s64", "l", long long)                   \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, unsigned long long, "u64", "l", unsigned long long) \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, float, "f32", "f", float)                           \
  SIMT_LOAD(NAME, OP, HOW, CLOBBER, double, "f64", "d", double)                         \
  SIMT_LOAD2(NAME, OP, HOW, CLOBBER, float2, "f32", "f")                                \
  SIMT_LOAD4(NAME, OP, HOW, CLOBBER, float4, "f32", "f")                                \
  SIMT_LOAD2(NAME, OP, HOW, CLOBBER, double2, "f64", "d")                               \
  SIMT_LOAD2(NAME, OP, HOW, CLOBBER, int2, "s32", "r")                                  \
  SIMT_LOAD4(NAME, OP, HOW, CLOBBER, int4, "s32", "r")                                  \
  SIMT_LOAD2(NAME, OP, HOW, CLOBBER, uint2, "u32", "r")                                 \
  SIMT_LOAD4(NAME, OP, HOW, CLOBBER, uint4, "u32", "r")                                 \
  SIMT_LOAD2(NAME, OP, HOW, CLOBBER, longlong2, "s64", "l")                             \
  SIMT_LOAD2(NAME, OP, HOW, CLOBBER, ulonglong2, "u64", "l")
#define SIMT_STORES(NAME, OP)                                              \
  SIMT_STORE(NAME, OP, char, "s8", "h", short)                             \
  SIMT_STORE(NAME, OP, signed char, "s8", "h", short)                      \
  SIMT_STORE(NAME, OP, unsigned char, "u8", "h", unsigned short)           \
  SIMT_STORE(NAME, OP, short, "s16", "h", short)                           \
  SIMT_STORE(NAME, OP, unsigned short, "u16", "h", unsigned short)         \
  SIMT_STORE(NAME, OP, int, "s32", "r", int)                               \
  SIMT_STORE(NAME, OP, unsigned int, "u32", "r", unsigned int)             \
  SIMT_STORE(NAME, OP, long, "s64", "l", long)                             \
  SIMT_STORE(NAME, OP, unsigned long, "u64", "l", unsigned long)           \
  SIMT_STORE(NAME, OP, long long, "s64", "l", long long)                   \
  SIMT_STORE(NAME, OP, unsigned long long, "u64", "l", unsigned long long) \
  SIMT_STORE(NAME, OP, float, "f32", "f", float)                           \
  SIMT_STORE(NAME, OP, double, "f64", "d", double)

SIMT_LOADS(__ldg, "nc", asm, )
SIMT_LOADS(__ldca, "ca", asm volatile, : "memory")
SIMT_LOADS(__ldcg, "cg", asm volatile, : "memory")
SIMT_LOADS(__ldcs, "cs", asm volatile, : "memory")
SIMT_LOADS(__ldlu, "lu", asm volatile, : "memory")
SIMT_LOADS(__ldcv, "cv", asm volatile, : "memory")
SIMT_STORES(__stwb, "wb")
SIMT_STORES(__stcg, "cg")
SIMT_STORES(__stcs, "cs")
SIMT_STORES(__stwt, "wt")

#undef SIMT_LOADS
#undef SIMT_STORES
#undef SIMT_LOAD
#undef SIMT_LOAD2
#undef SIMT_LOAD4
#undef SIMT_STORE

SIMT_DEVICE size_t __cvta_generic_to_global(const void* p) {
  return SIMT_GLOBAL(p);
}
SIMT_DEVICE size_t __cvta_generic_to_shared(const void* p) {
  return (size_t)(const __attribute__((address_space(3))) void*)p;
}
#define SIMT_SPACE(NAME, OP)                                                                  \
  SIMT_DEVICE unsigned NAME(const void* p) {                                                  \
    unsigned r;                                                                               \
    asm("{ .reg .pred p; isspacep." OP " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(p)); \
    return r;                                                                                 \
  }
SIMT_SPACE(__isGlobal, "global")
SIMT_SPACE(__isShared, "shared")
SIMT_SPACE(__isConstant, "const")
SIMT_SPACE(__isLocal, "local")
#undef SIMT_SPACE
