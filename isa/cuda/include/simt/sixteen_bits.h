// What __half and __nv_bfloat16 have in common, included once for each (no include guard) with
//   SIMT_TYPE, SIMT_PAIR          the type and the pair of it
//   SIMT_WORD                     how names of functions call it: half, bfloat16
//   SIMT_OF_BITS, SIMT_UNPACK     the value with these 16 bits, the pair with these 32
// Sums, products, minima and fused products of either are its own. CUDA Math API, half and bfloat16
// precision.
#define SIMT_JOIN3(a, b, c) a##b##c
#define SIMT_JOIN5(a, b, c, d, e) a##b##c##d##e
#define SIMT_NAME2(a, b) SIMT_JOIN3(a, b, )
#define SIMT_NAME3(a, b, c) SIMT_JOIN3(a, b, c)
#define SIMT_NAME5(a, b, c, d, e) SIMT_JOIN5(a, b, c, d, e)

SIMT_DEVICE SIMT_TYPE __hdiv(SIMT_TYPE a, SIMT_TYPE b) {
  return SIMT_TYPE((float)a / (float)b);
}
SIMT_DEVICE SIMT_PAIR __h2div(SIMT_PAIR a, SIMT_PAIR b) {
  return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)};
}
SIMT_DEVICE SIMT_TYPE __hneg(SIMT_TYPE a) {
  return SIMT_OF_BITS(a.simt_bits_ ^ 0x8000);
}
SIMT_DEVICE SIMT_TYPE __habs(SIMT_TYPE a) {
  return SIMT_OF_BITS(a.simt_bits_ & 0x7fff);
}
SIMT_DEVICE SIMT_PAIR __hneg2(SIMT_PAIR a) {
  return {__hneg(a.x), __hneg(a.y)};
}
SIMT_DEVICE SIMT_PAIR __habs2(SIMT_PAIR a) {
  return {__habs(a.x), __habs(a.y)};
}

#define SIMT_COMPARE(NAME, SIGN, OF_NAN)                         \
  SIMT_DEVICE bool __h##NAME(SIMT_TYPE a, SIMT_TYPE b) {         \
    return (float)a SIGN(float) b;                               \
  }                                                              \
  SIMT_DEVICE bool __h##NAME##u(SIMT_TYPE a, SIMT_TYPE b) {      \
    return !(OF_NAN((float)a, (float)b));                        \
  }                                                              \
  SIMT_DEVICE SIMT_PAIR __h##NAME##2(SIMT_PAIR a, SIMT_PAIR b) { \
    return {SIMT_TYPE(__h##NAME(a.x, b.x) ? 1.0f : 0.0f),        \
            SIMT_TYPE(__h##NAME(a.y, b.y) ? 1.0f : 0.0f)};       \
  }                                                              \
  SIMT_DEVICE bool __hb##NAME##2(SIMT_PAIR a, SIMT_PAIR b) {     \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);           \
  }                                                              \
  SIMT_DEVICE bool operator SIGN(SIMT_TYPE a, SIMT_TYPE b) {     \
    return __h##NAME(a, b);                                      \
  }
#define SIMT_NOT_EQ(a, b) (a < b || a > b)
#define SIMT_NOT_LT(a, b) (a >= b)
#define SIMT_NOT_LE(a, b) (a > b)
#define SIMT_NOT_GT(a, b) (a <= b)
#define SIMT_NOT_GE(a, b) (a < b)
SIMT_COMPARE(eq, ==, SIMT_NOT_EQ)
SIMT_COMPARE(lt, <, SIMT_NOT_LT)
SIMT_COMPARE(le, <=, SIMT_NOT_LE)
SIMT_COMPARE(gt, >, SIMT_NOT_GT)
SIMT_COMPARE(ge, >=, SIMT_NOT_GE)
#undef SIMT_COMPARE
#undef SIMT_NOT_EQ
#undef SIMT_NOT_LT
#undef SIMT_NOT_LE
#undef SIMT_NOT_GT
#undef SIMT_NOT_GE
SIMT_DEVICE bool __hne(SIMT_TYPE a, SIMT_TYPE b) {
  return (float)a != (float)b && !isnan((float)a) && !isnan((float)b);
}
SIMT_DEVICE bool __hneu(SIMT_TYPE a, SIMT_TYPE b) {
  return (float)a != (float)b;
}
SIMT_DEVICE bool operator!=(SIMT_TYPE a, SIMT_TYPE b) {
  return __hneu(a, b);
}
SIMT_DEVICE bool __hisnan(SIMT_TYPE a) {
  return isnan((float)a);
}
SIMT_DEVICE int __hisinf(SIMT_TYPE a) {
  return isinf((float)a) ? ((float)a > 0 ? 1 : -1) : 0;
}

#define SIMT_OPERATOR(SIGN, OF_ONE, OF_TWO)                            \
  SIMT_DEVICE SIMT_TYPE operator SIGN(SIMT_TYPE a, SIMT_TYPE b) {      \
    return OF_ONE(a, b);                                               \
  }                                                                    \
  SIMT_DEVICE SIMT_PAIR operator SIGN(SIMT_PAIR a, SIMT_PAIR b) {      \
    return OF_TWO(a, b);                                               \
  }                                                                    \
  SIMT_DEVICE SIMT_TYPE& operator SIGN##=(SIMT_TYPE& a, SIMT_TYPE b) { \
    return a = OF_ONE(a, b);                                           \
  }                                                                    \
  SIMT_DEVICE SIMT_PAIR& operator SIGN##=(SIMT_PAIR& a, SIMT_PAIR b) { \
    return a = OF_TWO(a, b);                                           \
  }
SIMT_OPERATOR(+, __hadd, __hadd2)
SIMT_OPERATOR(-, __hsub, __hsub2)
SIMT_OPERATOR(*, __hmul, __hmul2)
SIMT_OPERATOR(/, __hdiv, __h2div)
#undef SIMT_OPERATOR
SIMT_DEVICE SIMT_TYPE operator-(SIMT_TYPE a) {
  return __hneg(a);
}
SIMT_DEVICE SIMT_PAIR operator-(SIMT_PAIR a) {
  return __hneg2(a);
}

#define SIMT_THROUGH_FLOAT(NAME, OF)            \
  SIMT_DEVICE SIMT_TYPE h##NAME(SIMT_TYPE a) {  \
    return SIMT_TYPE(OF((float)a));             \
  }                                             \
  SIMT_DEVICE SIMT_PAIR h2##NAME(SIMT_PAIR a) { \
    return {h##NAME(a.x), h##NAME(a.y)};        \
  }
SIMT_THROUGH_FLOAT(sqrt, sqrtf)
SIMT_THROUGH_FLOAT(rsqrt, rsqrtf)
SIMT_THROUGH_FLOAT(rcp, 1.0f /)
SIMT_THROUGH_FLOAT(exp, expf)
SIMT_THROUGH_FLOAT(exp2, exp2f)
SIMT_THROUGH_FLOAT(exp10, exp10f)
SIMT_THROUGH_FLOAT(log, logf)
SIMT_THROUGH_FLOAT(log2, log2f)
SIMT_THROUGH_FLOAT(log10, log10f)
SIMT_THROUGH_FLOAT(sin, sinf)
SIMT_THROUGH_FLOAT(cos, cosf)
SIMT_THROUGH_FLOAT(floor, floorf)
SIMT_THROUGH_FLOAT(ceil, ceilf)
SIMT_THROUGH_FLOAT(trunc, truncf)
SIMT_THROUGH_FLOAT(rint, rintf)
#undef SIMT_THROUGH_FLOAT

#include "simt/sixteen_bits_moves.h"

#undef SIMT_JOIN3
#undef SIMT_JOIN5
#undef SIMT_NAME2
#undef SIMT_NAME3
#undef SIMT_NAME5
#undef SIMT_TYPE
#undef SIMT_PAIR
#undef SIMT_WORD
#undef SIMT_OF_BITS
#undef SIMT_UNPACK
