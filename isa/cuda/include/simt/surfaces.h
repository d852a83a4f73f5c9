// Surface functions of device code (simt/textures.h). An element is as many registers as it has
// channels, of 8, 16, 32 or 64 bits; x is in bytes.
#pragma once

#include "simt/texture_types.h"

// How an element lies in registers: 1, 2 or 4 of them.
template <unsigned Bytes>
struct simt_channel {};
template <>
struct simt_channel<1> {
  typedef unsigned short Register;
  typedef unsigned char Value;
};
template <>
struct simt_channel<2> {
  typedef unsigned short Register;
  typedef unsigned short Value;
};
template <>
struct simt_channel<4> {
  typedef unsigned Register;
  typedef unsigned Value;
};
template <>
struct simt_channel<8> {
  typedef unsigned long long Register;
  typedef unsigned long long Value;
};
template <class T>
struct simt_element {
  static constexpr unsigned kCount = 1, kBytes = sizeof(T);
};
#define SIMT_ELEMENT(T, COUNT)                                       \
  template <>                                                        \
  struct simt_element<T##COUNT> {                                    \
    static constexpr unsigned kCount = COUNT, kBytes = sizeof(T##1); \
  };
#define SIMT_ELEMENTS(T) SIMT_ELEMENT(T, 2) SIMT_ELEMENT(T, 4)
SIMT_ELEMENTS(char)
SIMT_ELEMENTS(uchar)
SIMT_ELEMENTS(short)
SIMT_ELEMENTS(ushort)
SIMT_ELEMENTS(int)
SIMT_ELEMENTS(uint)
SIMT_ELEMENTS(float)
SIMT_ELEMENT(longlong, 2)
SIMT_ELEMENT(ulonglong, 2)
SIMT_ELEMENT(double, 2)
#undef SIMT_ELEMENTS
#undef SIMT_ELEMENT

#define SIMT_LIST(...) __VA_ARGS__
#define SIMT_SURFACE_OP(GEO, AT, PARAMS, INPUTS, BYTES, BITS, CONSTRAINT, MODE, SUFFIX)           \
  SIMT_DEVICE void simt_suld_##GEO(simt_##MODE, unsigned long long s, SIMT_LIST PARAMS,           \
                                   simt_size<BYTES, 1>, simt_channel<BYTES>::Register* r) {       \
    asm volatile("suld.b." #GEO ".b" BITS "." SUFFIX " %0, [%1, " AT(2, 3, 4) "];"                \
                 : "=" CONSTRAINT(r[0])                                                           \
                 : "l"(s), SIMT_LIST INPUTS                                                       \
                 : "memory");                                                                     \
  }                                                                                               \
  SIMT_DEVICE void simt_suld_##GEO(simt_##MODE, unsigned long long s, SIMT_LIST PARAMS,           \
                                   simt_size<BYTES, 2>, simt_channel<BYTES>::Register* r) {       \
    asm volatile("suld.b." #GEO ".v2.b" BITS "." SUFFIX " {%0, %1}, [%2, " AT(3, 4, 5) "];"       \
                 : "=" CONSTRAINT(r[0]), "=" CONSTRAINT(r[1])                                     \
                 : "l"(s), SIMT_LIST INPUTS                                                       \
                 : "memory");                                                                     \
  }                                                                                               \
  SIMT_DEVICE void simt_sust_##GEO(simt_##MODE, unsigned long long s, SIMT_LIST PARAMS,           \
                                   simt_size<BYTES, 1>, const simt_channel<BYTES>::Register* r) { \
    asm volatile("sust.b." #GEO ".b" BITS "." SUFFIX " [%0, " AT(2, 3, 4) "], %1;" ::"l"(s),      \
                 CONSTRAINT(r[0]), SIMT_LIST INPUTS                                               \
                 : "memory");                                                                     \
  }                                                                                               \
  SIMT_DEVICE void simt_sust_##GEO(simt_##MODE, unsigned long long s, SIMT_LIST PARAMS,           \
                                   simt_size<BYTES, 2>, const simt_channel<BYTES>::Register* r) { \
    asm volatile("sust.b." #GEO ".v2.b" BITS "." SUFFIX                                           \
                 " [%0, " AT(3, 4, 5) "], {%1, %2};" ::"l"(s),                                    \
                 CONSTRAINT(r[0]), CONSTRAINT(r[1]), SIMT_LIST INPUTS                             \
                 : "memory");                                                                     \
  }
#define SIMT_SURFACE_OP4(GEO, AT, PARAMS, INPUTS, BYTES, BITS, CONSTRAINT, MODE, SUFFIX)          \
  SIMT_DEVICE void simt_suld_##GEO(simt_##MODE, unsigned long long s, SIMT_LIST PARAMS,           \
                                   simt_size<BYTES, 4>, simt_channel<BYTES>::Register* r) {       \
    asm volatile(                                                                                 \
        "suld.b." #GEO ".v4.b" BITS "." SUFFIX " {%0, %1, %2, %3}, [%4, " AT(5, 6, 7) "];"        \
        : "=" CONSTRAINT(r[0]), "=" CONSTRAINT(r[1]), "=" CONSTRAINT(r[2]), "=" CONSTRAINT(r[3])  \
        : "l"(s), SIMT_LIST INPUTS                                                                \
        : "memory");                                                                              \
  }                                                                                               \
  SIMT_DEVICE void simt_sust_##GEO(simt_##MODE, unsigned long long s, SIMT_LIST PARAMS,           \
                                   simt_size<BYTES, 4>, const simt_channel<BYTES>::Register* r) { \
    asm volatile("sust.b." #GEO ".v4.b" BITS "." SUFFIX                                           \
                 " [%0, " AT(5, 6, 7) "], {%1, %2, %3, %4};" ::"l"(s),                            \
                 CONSTRAINT(r[0]), CONSTRAINT(r[1]), CONSTRAINT(r[2]), CONSTRAINT(r[3]),          \
                 SIMT_LIST INPUTS                                                                 \
                 : "memory");                                                                     \
  }

// What chooses one of the instructions: how far beyond the edge, channels of how many bytes.
struct simt_zero {};
struct simt_clamp {};
struct simt_trap {};
template <unsigned Bytes, unsigned Count>
struct simt_size {};

#define SIMT_SURFACE_SIZES(GEO, AT, PARAMS, INPUTS, MODE, SUFFIX)       \
  SIMT_SURFACE_OP(GEO, AT, PARAMS, INPUTS, 1, "8", "h", MODE, SUFFIX)   \
  SIMT_SURFACE_OP(GEO, AT, PARAMS, INPUTS, 2, "16", "h", MODE, SUFFIX)  \
  SIMT_SURFACE_OP(GEO, AT, PARAMS, INPUTS, 4, "32", "r", MODE, SUFFIX)  \
  SIMT_SURFACE_OP(GEO, AT, PARAMS, INPUTS, 8, "64", "l", MODE, SUFFIX)  \
  SIMT_SURFACE_OP4(GEO, AT, PARAMS, INPUTS, 1, "8", "h", MODE, SUFFIX)  \
  SIMT_SURFACE_OP4(GEO, AT, PARAMS, INPUTS, 2, "16", "h", MODE, SUFFIX) \
  SIMT_SURFACE_OP4(GEO, AT, PARAMS, INPUTS, 4, "32", "r", MODE, SUFFIX)

// surfNAMEread and surfNAMEwrite with coordinates PARAMS.
#define SIMT_SURFACE(NAME, GEO, AT, PARAMS, INPUTS, ARGUMENTS)                              \
  SIMT_SURFACE_SIZES(GEO, AT, PARAMS, INPUTS, zero, "zero")                                 \
  SIMT_SURFACE_SIZES(GEO, AT, PARAMS, INPUTS, clamp, "clamp")                               \
  SIMT_SURFACE_SIZES(GEO, AT, PARAMS, INPUTS, trap, "trap")                                 \
  template <class T>                                                                        \
  SIMT_DEVICE T surf##NAME##read(unsigned long long s, SIMT_LIST PARAMS,                    \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
    typedef simt_element<T> E;                                                              \
    typedef simt_channel<E::kBytes> C;                                                      \
    typename C::Register r[E::kCount];                                                      \
    simt_size<E::kBytes, E::kCount> size;                                                   \
    if (mode == cudaBoundaryModeZero)                                                       \
      simt_suld_##GEO(simt_zero(), s, SIMT_LIST ARGUMENTS, size, r);                        \
    else if (mode == cudaBoundaryModeClamp)                                                 \
      simt_suld_##GEO(simt_clamp(), s, SIMT_LIST ARGUMENTS, size, r);                       \
    else                                                                                    \
      simt_suld_##GEO(simt_trap(), s, SIMT_LIST ARGUMENTS, size, r);                        \
    T out;                                                                                  \
    for (unsigned i = 0; i < E::kCount; ++i)                                                \
      ((typename C::Value*)&out)[i] = (typename C::Value)r[i];                              \
    return out;                                                                             \
  }                                                                                         \
  template <class T>                                                                        \
  SIMT_DEVICE void surf##NAME##read(T* to, unsigned long long s, SIMT_LIST PARAMS,          \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
    *to = surf##NAME##read<T>(s, SIMT_LIST ARGUMENTS, mode);                                \
  }                                                                                         \
  template <class T>                                                                        \
  SIMT_DEVICE void surf##NAME##write(T value, unsigned long long s, SIMT_LIST PARAMS,       \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    typedef simt_element<T> E;                                                              \
    typedef simt_channel<E::kBytes> C;                                                      \
    typename C::Register r[E::kCount];                                                      \
    simt_size<E::kBytes, E::kCount> size;                                                   \
    for (unsigned i = 0; i < E::kCount; ++i) r[i] = ((typename C::Value*)&value)[i];        \
    if (mode == cudaBoundaryModeZero)                                                       \
      simt_sust_##GEO(simt_zero(), s, SIMT_LIST ARGUMENTS, size, r);                        \
    else if (mode == cudaBoundaryModeClamp)                                                 \
      simt_sust_##GEO(simt_clamp(), s, SIMT_LIST ARGUMENTS, size, r);                       \
    else                                                                                    \
      simt_sust_##GEO(simt_trap(), s, SIMT_LIST ARGUMENTS, size, r);                        \
  }
#define SIMT_AT_1D(a, b, c) "{%" #a "}"
#define SIMT_AT_2D(a, b, c) "{%" #a ", %" #b "}"
#define SIMT_AT_3D(a, b, c) "{%" #a ", %" #b ", %" #c ", %" #c "}"
SIMT_SURFACE(1D, 1d, SIMT_AT_1D, (int x), ("r"(x)), (x))
SIMT_SURFACE(2D, 2d, SIMT_AT_2D, (int x, int y), ("r"(x), "r"(y)), (x, y))
SIMT_SURFACE(3D, 3d, SIMT_AT_3D, (int x, int y, int z), ("r"(x), "r"(y), "r"(z)), (x, y, z))
SIMT_SURFACE(1DLayered, a1d, SIMT_AT_2D, (int x, int layer), ("r"(layer), "r"(x)), (x, layer))
SIMT_SURFACE(2DLayered, a2d, SIMT_AT_3D, (int x, int y, int layer), ("r"(layer), "r"(x), "r"(y)),
             (x, y, layer))
#undef SIMT_AT_1D
#undef SIMT_AT_2D
#undef SIMT_AT_3D
#undef SIMT_SURFACE
#undef SIMT_SURFACE_SIZES
#undef SIMT_SURFACE_OP
#undef SIMT_SURFACE_OP4
#undef SIMT_LIST
