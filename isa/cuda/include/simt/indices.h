// threadIdx, blockIdx, blockDim, gridDim, warpSize: special registers (PTX ISA 10).
#pragma once

#include "simt/vectors.h"

// Members that read a register; the variable itself takes no memory.
#define SIMT_INDEX(NAME, REGISTER)                                                           \
  struct simt_##NAME {                                                                       \
    __declspec(property(get = get_x)) unsigned int x;                                        \
    __declspec(property(get = get_y)) unsigned int y;                                        \
    __declspec(property(get = get_z)) unsigned int z;                                        \
    SIMT_MEMBER unsigned int get_x() const { return __nvvm_read_ptx_sreg_##REGISTER##_x(); } \
    SIMT_MEMBER unsigned int get_y() const { return __nvvm_read_ptx_sreg_##REGISTER##_y(); } \
    SIMT_MEMBER unsigned int get_z() const { return __nvvm_read_ptx_sreg_##REGISTER##_z(); } \
    SIMT_MEMBER operator uint3() const { return {get_x(), get_y(), get_z()}; }               \
    SIMT_MEMBER operator dim3() const { return {get_x(), get_y(), get_z()}; }                \
  };                                                                                         \
  extern const __attribute__((device, weak)) simt_##NAME NAME;

SIMT_INDEX(threadIdx, tid)
SIMT_INDEX(blockIdx, ctaid)
SIMT_INDEX(blockDim, ntid)
SIMT_INDEX(gridDim, nctaid)
#undef SIMT_INDEX

constexpr int warpSize = 32;
