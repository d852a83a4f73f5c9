// Arithmetic of the two 16-bit or four 8-bit parts of a word. CUDA Math API, SIMD intrinsics.
#pragma once

#include "simt/qualifiers.h"

template <unsigned Bits>
struct simt_part {};
template <>
struct simt_part<8> {
  typedef signed char Signed;
  static constexpr int kMost = 127, kLeast = -128, kAll = 255;
};
template <>
struct simt_part<16> {
  typedef short Signed;
  static constexpr int kMost = 32767, kLeast = -32768, kAll = 65535;
};
SIMT_DEVICE int simt_between(int v, int least, int most) {
  return v < least ? least : v > most ? most : v;
}

// Each part as RESULT of a and b, numbers with or without a sign.
#define SIMT_PARTS(NAME, BITS, COUNT, TYPE, RESULT)                         \
  SIMT_DEVICE unsigned NAME##COUNT(unsigned x, unsigned y) {                \
    typedef simt_part<BITS> P;                                              \
    unsigned out = 0;                                                       \
    for (unsigned i = 0; i < 32; i += BITS) {                               \
      const int a = (TYPE)(x >> i & P::kAll), b = (TYPE)(y >> i & P::kAll); \
      out |= ((unsigned)(RESULT)&P::kAll) << i;                             \
    }                                                                       \
    return out;                                                             \
  }
#define SIMT_SIGNED(NAME, RESULT)             \
  SIMT_PARTS(NAME, 8, 4, signed char, RESULT) \
  SIMT_PARTS(NAME, 16, 2, short, RESULT)
#define SIMT_UNSIGNED(NAME, RESULT)   \
  SIMT_PARTS(NAME, 8, 4, int, RESULT) \
  SIMT_PARTS(NAME, 16, 2, int, RESULT)
SIMT_UNSIGNED(__vadd, a + b)
SIMT_UNSIGNED(__vsub, a - b)
SIMT_SIGNED(__vaddss, simt_between(a + b, P::kLeast, P::kMost))
SIMT_SIGNED(__vsubss, simt_between(a - b, P::kLeast, P::kMost))
SIMT_UNSIGNED(__vaddus, simt_between(a + b, 0, P::kAll))
SIMT_UNSIGNED(__vsubus, simt_between(a - b, 0, P::kAll))
SIMT_SIGNED(__vmaxs, a > b ? a : b)
SIMT_SIGNED(__vmins, a < b ? a : b)
SIMT_UNSIGNED(__vmaxu, a > b ? a : b)
SIMT_UNSIGNED(__vminu, a < b ? a : b)
SIMT_SIGNED(__vabsdiffs, a > b ? a - b : b - a)
SIMT_UNSIGNED(__vabsdiffu, a > b ? a - b : b - a)
SIMT_UNSIGNED(__vavgu, (a + b + 1) >> 1)
SIMT_UNSIGNED(__vhaddu, (a + b) >> 1)
#define SIMT_COMPARE(OF, KIND, SIGN) \
  SIMT_##KIND(__vcmp##OF, a SIGN b ? P::kAll : 0) SIMT_##KIND(__vset##OF, a SIGN b ? 1 : 0)
SIMT_COMPARE(eq, UNSIGNED, ==)
SIMT_COMPARE(ne, UNSIGNED, !=)
SIMT_COMPARE(gts, SIGNED, >)
SIMT_COMPARE(ges, SIGNED, >=)
SIMT_COMPARE(lts, SIGNED, <)
SIMT_COMPARE(les, SIGNED, <=)
SIMT_COMPARE(gtu, UNSIGNED, >)
SIMT_COMPARE(geu, UNSIGNED, >=)
SIMT_COMPARE(ltu, UNSIGNED, <)
SIMT_COMPARE(leu, UNSIGNED, <=)
#undef SIMT_COMPARE
#undef SIMT_SIGNED
#undef SIMT_UNSIGNED
#undef SIMT_PARTS
SIMT_DEVICE unsigned __vneg4(unsigned x) {
  return __vsub4(0, x);
}
SIMT_DEVICE unsigned __vneg2(unsigned x) {
  return __vsub2(0, x);
}
SIMT_DEVICE unsigned __vabs4(unsigned x) {
  return __vabsdiffs4(x, 0);
}
SIMT_DEVICE unsigned __vabs2(unsigned x) {
  return __vabsdiffs2(x, 0);
}
// The sum of the distances.
SIMT_DEVICE unsigned __vsadu4(unsigned x, unsigned y) {
  const unsigned d = __vabsdiffu4(x, y);
  return (d & 255) + (d >> 8 & 255) + (d >> 16 & 255) + (d >> 24);
}
SIMT_DEVICE unsigned __vsadu2(unsigned x, unsigned y) {
  const unsigned d = __vabsdiffu2(x, y);
  return (d & 65535) + (d >> 16);
}
