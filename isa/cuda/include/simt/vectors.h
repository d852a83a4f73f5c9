// Vector types with their make_ functions, and dim3. Alignment: CUDA C++ Programming Guide, table
// "Alignment Requirements" (vectors of 2 and 4 elements are aligned to their size, at most 16).
#pragma once

#include "simt/qualifiers.h"

#define SIMT_VECTORS(T, NAME, ALIGN2, ALIGN4)            \
  struct NAME##1 {                                       \
    T x;                                                 \
  };                                                     \
  struct __align__(ALIGN2) NAME##2 {                     \
    T x, y;                                              \
  };                                                     \
  struct NAME##3 {                                       \
    T x, y, z;                                           \
  };                                                     \
  struct __align__(ALIGN4) NAME##4 {                     \
    T x, y, z, w;                                        \
  };                                                     \
  SIMT_BOTH NAME##1 make_##NAME##1(T x) {                \
    return {x};                                          \
  }                                                      \
  SIMT_BOTH NAME##2 make_##NAME##2(T x, T y) {           \
    return {x, y};                                       \
  }                                                      \
  SIMT_BOTH NAME##3 make_##NAME##3(T x, T y, T z) {      \
    return {x, y, z};                                    \
  }                                                      \
  SIMT_BOTH NAME##4 make_##NAME##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                                 \
  }

// clang-format off
SIMT_VECTORS(signed char, char, 2, 4)
SIMT_VECTORS(unsigned char, uchar, 2, 4)
SIMT_VECTORS(short, short, 4, 8)
SIMT_VECTORS(unsigned short, ushort, 4, 8)
SIMT_VECTORS(int, int, 8, 16)
SIMT_VECTORS(unsigned int, uint, 8, 16)
SIMT_VECTORS(long, long, 16, 16)
SIMT_VECTORS(unsigned long, ulong, 16, 16)
SIMT_VECTORS(long long, longlong, 16, 16)
SIMT_VECTORS(unsigned long long, ulonglong, 16, 16)
SIMT_VECTORS(float, float, 8, 16)
SIMT_VECTORS(double, double, 16, 16)
// clang-format on
#undef SIMT_VECTORS

struct dim3 {
  unsigned int x, y, z;
  SIMT_BOTH_MEMBER constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  SIMT_BOTH_MEMBER constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  SIMT_BOTH_MEMBER constexpr operator uint3() const { return {x, y, z}; }
};
