// Comparisons of setp and set (PTX ISA 9.3.1, 9.7.6) as functions of two lane values.
// Ordered float comparisons are false when an operand is NaN, unordered ones (equ, ltu, ...) true.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "isa/ops/lanes.h"

namespace simt {

struct Equal {
  template <class T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct Less {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct LessEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct NotEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return (a < b) | (a > b);
  }
};
struct Ordered {
  template <class T>
  bool operator()(T a, T b) const {
    return (a == a) & (b == b);
  }
};
/// make.operator()<Relation, swap, negate>() for the comparison that the opcode names: its operands
/// exchanged where `swap` ("a > b" is "b < a"), its result the opposite where `negate` ("a < b or
/// unordered" is "not a >= b"); nullptr when it names none. The unsigned spellings lo, ls, hi, hs
/// name the same comparisons; patterns keep them to unsigned.
template <class Make>
LaneOp with_integer_comparison(const OpForm& form, Make make) {
  if (form.has(Mod::eq)) return make.template operator()<Equal, false, false>();
  if (form.has(Mod::ne)) return make.template operator()<Equal, false, true>();
  if (form.has(Mod::lt) || form.has(Mod::lo)) return make.template operator()<Less, false, false>();
  if (form.has(Mod::le) || form.has(Mod::ls)) return make.template operator()<Less, true, true>();
  if (form.has(Mod::gt) || form.has(Mod::hi)) return make.template operator()<Less, true, false>();
  if (form.has(Mod::ge) || form.has(Mod::hs)) return make.template operator()<Less, false, true>();
  return nullptr;
}
/// The same for numbers that may be NaN.
template <class Make>
LaneOp with_float_comparison(const OpForm& form, Make make) {
  if (form.has(Mod::eq)) return make.template operator()<Equal, false, false>();
  if (form.has(Mod::ne)) return make.template operator()<NotEqual, false, false>();
  if (form.has(Mod::lt)) return make.template operator()<Less, false, false>();
  if (form.has(Mod::le)) return make.template operator()<LessEqual, false, false>();
  if (form.has(Mod::gt)) return make.template operator()<Less, true, false>();
  if (form.has(Mod::ge)) return make.template operator()<LessEqual, true, false>();
  if (form.has(Mod::equ)) return make.template operator()<NotEqual, false, true>();
  if (form.has(Mod::neu)) return make.template operator()<Equal, false, true>();
  if (form.has(Mod::ltu)) return make.template operator()<LessEqual, true, true>();
  if (form.has(Mod::leu)) return make.template operator()<Less, true, true>();
  if (form.has(Mod::gtu)) return make.template operator()<LessEqual, false, true>();
  if (form.has(Mod::geu)) return make.template operator()<Less, false, true>();
  if (form.has(Mod::num)) return make.template operator()<Ordered, false, false>();
  if (form.has(Mod::nan)) return make.template operator()<Ordered, false, true>();
  return nullptr;
}

/// The values that a comparison sees: as stored, or with subnormals flushed to zero (.ftz).
struct AsStored {
  template <class T>
  T operator()(T a) const {
    return a;
  }
};
struct Flushed {
  f32 operator()(f32 a) const { return std::fabs(a) < 0x1p-126f ? 0.0f : a; }
};
/// Half and bfloat16 bits as numbers in the same order; kInfinity: bits of +infinity.
template <u32 kInfinity, bool kFlush>
struct HalfOrder {
  static constexpr u32 kSmallestNormal = kInfinity & (0u - kInfinity);
  f32 operator()(u32 bits) const {
    const u32 magnitude = bits & 0x7fff;
    if (magnitude > kInfinity) return std::numeric_limits<f32>::quiet_NaN();
    if (kFlush && magnitude < kSmallestNormal) return 0;
    return (bits & 0x8000) != 0 ? -static_cast<f32>(magnitude) : static_cast<f32>(magnitude);
  }
};

}  // namespace simt
