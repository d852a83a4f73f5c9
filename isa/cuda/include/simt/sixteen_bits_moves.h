// Conversions, parts of pairs, loads and shuffles of __half and __nv_bfloat16: a part of
// sixteen_bits.h, with its macros, and like it without an include guard.

SIMT_BOTH SIMT_TYPE SIMT_NAME2(__float2, SIMT_WORD)(float v) {
  return SIMT_TYPE(v);
}
SIMT_BOTH SIMT_TYPE SIMT_NAME3(__float2, SIMT_WORD, _rn)(float v) {
  return SIMT_TYPE(v);
}
SIMT_BOTH SIMT_TYPE SIMT_NAME2(__double2, SIMT_WORD)(double v) {
  return SIMT_TYPE(v);
}
SIMT_BOTH float SIMT_NAME3(__, SIMT_WORD, 2float)(SIMT_TYPE v) {
  return (float)v;
}
SIMT_BOTH SIMT_TYPE SIMT_NAME3(__int2, SIMT_WORD, _rn)(int v) {
  return SIMT_TYPE(v);
}
SIMT_BOTH SIMT_TYPE SIMT_NAME3(__uint2, SIMT_WORD, _rn)(unsigned v) {
  return SIMT_TYPE(v);
}
SIMT_DEVICE int SIMT_NAME3(__, SIMT_WORD, 2int_rn)(SIMT_TYPE v) {
  return __float2int_rn((float)v);
}
SIMT_DEVICE int SIMT_NAME3(__, SIMT_WORD, 2int_rz)(SIMT_TYPE v) {
  return __float2int_rz((float)v);
}
SIMT_BOTH unsigned short SIMT_NAME3(__, SIMT_WORD, _as_ushort)(SIMT_TYPE v) {
  return v.simt_bits_;
}
SIMT_BOTH short SIMT_NAME3(__, SIMT_WORD, _as_short)(SIMT_TYPE v) {
  return (short)v.simt_bits_;
}
SIMT_BOTH SIMT_TYPE SIMT_NAME2(__ushort_as_, SIMT_WORD)(unsigned short v) {
  return SIMT_OF_BITS(v);
}
SIMT_BOTH SIMT_TYPE SIMT_NAME2(__short_as_, SIMT_WORD)(short v) {
  return SIMT_OF_BITS((unsigned short)v);
}
SIMT_BOTH SIMT_TYPE SIMT_NAME2(__low2, SIMT_WORD)(SIMT_PAIR v) {
  return v.x;
}
SIMT_BOTH SIMT_TYPE SIMT_NAME2(__high2, SIMT_WORD)(SIMT_PAIR v) {
  return v.y;
}
SIMT_BOTH float __low2float(SIMT_PAIR v) {
  return (float)v.x;
}
SIMT_BOTH float __high2float(SIMT_PAIR v) {
  return (float)v.y;
}
SIMT_BOTH SIMT_PAIR SIMT_NAME3(__halves2, SIMT_WORD, 2)(SIMT_TYPE low, SIMT_TYPE high) {
  return {low, high};
}
SIMT_BOTH SIMT_PAIR SIMT_NAME3(make_, SIMT_WORD, 2)(SIMT_TYPE low, SIMT_TYPE high) {
  return {low, high};
}
SIMT_BOTH SIMT_PAIR SIMT_NAME5(__, SIMT_WORD, 2, SIMT_WORD, 2)(SIMT_TYPE v) {
  return {v, v};
}
SIMT_BOTH SIMT_PAIR SIMT_NAME3(__float2, SIMT_WORD, 2_rn)(float v) {
  return {SIMT_TYPE(v), SIMT_TYPE(v)};
}
SIMT_BOTH SIMT_PAIR SIMT_NAME3(__floats2, SIMT_WORD, 2_rn)(float low, float high) {
  return {SIMT_TYPE(low), SIMT_TYPE(high)};
}
SIMT_BOTH SIMT_PAIR SIMT_NAME3(__float22, SIMT_WORD, 2_rn)(float2 v) {
  return {SIMT_TYPE(v.x), SIMT_TYPE(v.y)};
}
SIMT_BOTH float2 SIMT_NAME3(__, SIMT_WORD, 22float2)(SIMT_PAIR v) {
  return {(float)v.x, (float)v.y};
}
SIMT_BOTH SIMT_PAIR __lowhigh2highlow(SIMT_PAIR v) {
  return {v.y, v.x};
}
SIMT_BOTH SIMT_PAIR SIMT_NAME3(__low2, SIMT_WORD, 2)(SIMT_PAIR v) {
  return {v.x, v.x};
}
SIMT_BOTH SIMT_PAIR SIMT_NAME3(__high2, SIMT_WORD, 2)(SIMT_PAIR v) {
  return {v.y, v.y};
}

SIMT_DEVICE SIMT_TYPE __ldg(const SIMT_TYPE* p) {
  return SIMT_OF_BITS(__ldg((const unsigned short*)p));
}
SIMT_DEVICE SIMT_PAIR __ldg(const SIMT_PAIR* p) {
  return SIMT_UNPACK(__ldg((const unsigned*)p));
}
#define SIMT_SHUFFLE(NAME, DISTANCE)                                                   \
  SIMT_DEVICE SIMT_PAIR NAME(unsigned mask, SIMT_PAIR v, DISTANCE d, int width = 32) { \
    return SIMT_UNPACK(NAME(mask, simt_pack(v), d, width));                            \
  }                                                                                    \
  SIMT_DEVICE SIMT_TYPE NAME(unsigned mask, SIMT_TYPE v, DISTANCE d, int width = 32) { \
    return SIMT_OF_BITS((unsigned short)NAME(mask, (unsigned)v.simt_bits_, d, width)); \
  }
SIMT_SHUFFLE(__shfl_sync, int)
SIMT_SHUFFLE(__shfl_up_sync, unsigned)
SIMT_SHUFFLE(__shfl_down_sync, unsigned)
SIMT_SHUFFLE(__shfl_xor_sync, int)
#undef SIMT_SHUFFLE
