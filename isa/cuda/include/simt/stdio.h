// printf, assert, malloc and free of device code; the host's own declarations come from its C
// library.
#pragma once

#include "simt/qualifiers.h"

extern "C" {
__device__ int vprintf(const char* format, const char* arguments);
__device__ int printf(const char* format, ...);  // the compiler makes a call of vprintf
__device__ void* malloc(size_t bytes) __attribute__((nothrow)) __attribute__((malloc));
__device__ void free(void* p) __attribute__((nothrow));
__device__ void __assertfail(const char* message, const char* file, unsigned line,
                             const char* function, size_t char_size) __attribute__((noreturn));
// What the assert of the C library calls.
SIMT_DEVICE __attribute__((noreturn)) void __assert_fail(const char* message, const char* file,
                                                         unsigned line, const char* function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}
// Calls of the compiler that become instructions for memory of known and of unknown size.
#define SIMT_MEM_OP(NAME, TYPES, ARGS) \
  SIMT_DEVICE void* NAME TYPES {       \
    return __builtin_##NAME ARGS;      \
  }
SIMT_MEM_OP(memcpy, (void* to, const void* from, size_t n), (to, from, n))
SIMT_MEM_OP(memset, (void* to, int value, size_t n), (to, value, n))
#undef SIMT_MEM_OP
