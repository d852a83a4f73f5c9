// The functions under their names: sinf, sin(float), sin(double), for integers and mixed arguments.
#pragma once

#include "simt/math_error.h"

#define SIMT_NAME1(NAME)               \
  SIMT_DEVICE float NAME##f(float v) { \
    return simt_##NAME(v);             \
  }                                    \
  SIMT_DEVICE float NAME(float v) {    \
    return simt_##NAME(v);             \
  }                                    \
  SIMT_DEVICE double NAME(double v) {  \
    return simt_##NAME(v);             \
  }
SIMT_NAME1(exp)
SIMT_NAME1(exp2)
SIMT_NAME1(exp10)
SIMT_NAME1(expm1)
SIMT_NAME1(log)
SIMT_NAME1(log2)
SIMT_NAME1(log10)
SIMT_NAME1(log1p)
SIMT_NAME1(sinh)
SIMT_NAME1(cosh)
SIMT_NAME1(tanh)
SIMT_NAME1(asinh)
SIMT_NAME1(acosh)
SIMT_NAME1(atanh)
SIMT_NAME1(sin)
SIMT_NAME1(cos)
SIMT_NAME1(tan)
SIMT_NAME1(sinpi)
SIMT_NAME1(cospi)
SIMT_NAME1(asin)
SIMT_NAME1(acos)
SIMT_NAME1(atan)
SIMT_NAME1(erf)
SIMT_NAME1(erfc)
SIMT_NAME1(cbrt)
#undef SIMT_NAME1
#define SIMT_NAME2(NAME)                        \
  SIMT_DEVICE float NAME##f(float a, float b) { \
    return simt_##NAME(a, b);                   \
  }                                             \
  SIMT_DEVICE float NAME(float a, float b) {    \
    return simt_##NAME(a, b);                   \
  }                                             \
  SIMT_DEVICE double NAME(double a, double b) { \
    return simt_##NAME(a, b);                   \
  }
SIMT_NAME2(pow)
SIMT_NAME2(atan2)
SIMT_NAME2(hypot)
#undef SIMT_NAME2
SIMT_DEVICE void sincosf(float v, float* s, float* c) {
  simt_sincos(v, s, c);
}
SIMT_DEVICE void sincos(float v, float* s, float* c) {
  simt_sincos(v, s, c);
}
SIMT_DEVICE void sincos(double v, double* s, double* c) {
  simt_sincos(v, s, c);
}
SIMT_DEVICE void sincospif(float v, float* s, float* c) {
  *s = sinpif(v), *c = cospif(v);
}
SIMT_DEVICE void sincospi(double v, double* s, double* c) {
  *s = sinpi(v), *c = cospi(v);
}
SIMT_DEVICE float rcbrtf(float v) {
  return 1.0f / cbrtf(v);
}
SIMT_DEVICE double rcbrt(double v) {
  return 1.0 / cbrt(v);
}
SIMT_DEVICE float rhypotf(float a, float b) {
  return 1.0f / hypotf(a, b);
}
SIMT_DEVICE double rhypot(double a, double b) {
  return 1.0 / hypot(a, b);
}
SIMT_DEVICE float norm3df(float a, float b, float c) {
  return hypotf(hypotf(a, b), c);
}
SIMT_DEVICE double norm3d(double a, double b, double c) {
  return hypot(hypot(a, b), c);
}
SIMT_DEVICE float powif(float a, int b) {
  return powf(a, (float)b);
}
SIMT_DEVICE double powi(double a, int b) {
  return pow(a, (double)b);
}

// An integer counts as double, of two types the wider one (C++ [c.math]).
template <class T>
struct simt_wide {};
template <>
struct simt_wide<float> {
  typedef float Type;
};
template <>
struct simt_wide<double> {
  typedef double Type;
};
#define SIMT_INTEGER(T)     \
  template <>               \
  struct simt_wide<T> {     \
    typedef double Type;    \
    typedef double Integer; \
  };
SIMT_INTEGER(bool)
SIMT_INTEGER(char)
SIMT_INTEGER(signed char)
SIMT_INTEGER(unsigned char)
SIMT_INTEGER(short)
SIMT_INTEGER(unsigned short)
SIMT_INTEGER(int)
SIMT_INTEGER(unsigned)
SIMT_INTEGER(long)
SIMT_INTEGER(unsigned long)
SIMT_INTEGER(long long)
SIMT_INTEGER(unsigned long long)
#undef SIMT_INTEGER
template <class A, class B>
struct simt_wider {
  typedef double Type;
};
template <>
struct simt_wider<float, float> {};  // has its own function
template <>
struct simt_wider<double, double> {};
#define SIMT_OF_INTEGER(NAME)                            \
  template <class T>                                     \
  SIMT_DEVICE typename simt_wide<T>::Integer NAME(T v) { \
    return NAME((double)v);                              \
  }
#define SIMT_OF_MIXED(NAME)                                        \
  template <class A, class B, class = typename simt_wide<A>::Type, \
            class = typename simt_wide<B>::Type>                   \
  SIMT_DEVICE typename simt_wider<A, B>::Type NAME(A a, B b) {     \
    return NAME((double)a, (double)b);                             \
  }
// clang-format off
#define SIMT_FOR_EACH_1(DO)                                                   \
  DO(sqrt) DO(rsqrt) DO(cbrt) DO(floor) DO(ceil) DO(trunc) DO(rint)           \
  DO(nearbyint) DO(round) DO(fabs) DO(exp) DO(exp2) DO(exp10) DO(expm1)       \
  DO(log) DO(log2) DO(log10) DO(log1p) DO(sinh) DO(cosh) DO(tanh) DO(asinh)   \
  DO(acosh) DO(atanh) DO(sin) DO(cos) DO(tan) DO(asin) DO(acos) DO(atan)      \
  DO(erf) DO(erfc)
// clang-format on
#define SIMT_FOR_EACH_2(DO) DO(pow) DO(atan2) DO(hypot) DO(fmin) DO(fmax) DO(fmod) DO(copysign)
SIMT_FOR_EACH_1(SIMT_OF_INTEGER)
SIMT_FOR_EACH_2(SIMT_OF_MIXED)

// Known and not provided: naming one is an error that says so.
#define SIMT_LACK1(NAME)                             \
  SIMT_LACKS static __device__ float NAME##f(float); \
  SIMT_LACKS static __device__ double NAME(double);
SIMT_LACK1(tgamma)
SIMT_LACK1(lgamma)
SIMT_LACK1(j0)
SIMT_LACK1(j1)
SIMT_LACK1(y0)
SIMT_LACK1(y1)
SIMT_LACK1(erfinv)
SIMT_LACK1(erfcinv)
SIMT_LACK1(erfcx)
SIMT_LACK1(normcdf)
SIMT_LACK1(normcdfinv)
SIMT_LACK1(cyl_bessel_i0)
SIMT_LACK1(cyl_bessel_i1)
#undef SIMT_LACK1

// <cmath> of the host comes later: its functions of these names are the host's then.
namespace std {
#define SIMT_USING(NAME) using ::NAME;
SIMT_FOR_EACH_1(SIMT_USING)
SIMT_FOR_EACH_2(SIMT_USING)
using ::abs;
using ::fma;
using ::frexp;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::ldexp;
using ::modf;
using ::signbit;
#undef SIMT_USING
}  // namespace std
#undef SIMT_FOR_EACH_1
#undef SIMT_FOR_EACH_2
#undef SIMT_OF_INTEGER
#undef SIMT_OF_MIXED
