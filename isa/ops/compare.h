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
/// C with its operands exchanged: "a > b" is "b < a".
template <class C>
struct Swapped {
  template <class T>
  bool operator()(T a, T b) const {
    return C{}(b, a);
  }
};
/// The opposite of C: "a < b or unordered" is "not a >= b".
template <class C>
struct Not {
  template <class T>
  bool operator()(T a, T b) const {
    return !C{}(a, b);
  }
};

/// make.operator()<Comparison>() for the comparison that the opcode names; nullptr when it has
/// none. The unsigned spellings lo, ls, hi, hs name the same comparisons; patterns keep them to
/// unsigned.
template <class Make>
LaneOp with_integer_comparison(const OpForm& form, Make make) {
  if (form.has(Mod::eq)) return make.template operator()<Equal>();
  if (form.has(Mod::ne)) return make.template operator()<Not<Equal>>();
  if (form.has(Mod::lt) || form.has(Mod::lo)) return make.template operator()<Less>();
  if (form.has(Mod::le) || form.has(Mod::ls)) return make.template operator()<LessEqual>();
  if (form.has(Mod::gt) || form.has(Mod::hi)) return make.template operator()<Swapped<Less>>();
  if (form.has(Mod::ge) || form.has(Mod::hs)) return make.template operator()<Swapped<LessEqual>>();
  return nullptr;
}
template <class Make>
LaneOp with_float_comparison(const OpForm& form, Make make) {
  if (form.has(Mod::ne)) return make.template operator()<NotEqual>();
  if (form.has(Mod::equ)) return make.template operator()<Not<NotEqual>>();
  if (form.has(Mod::neu)) return make.template operator()<Not<Equal>>();
  if (form.has(Mod::ltu)) return make.template operator()<Not<Swapped<LessEqual>>>();
  if (form.has(Mod::leu)) return make.template operator()<Not<Swapped<Less>>>();
  if (form.has(Mod::gtu)) return make.template operator()<Not<LessEqual>>();
  if (form.has(Mod::geu)) return make.template operator()<Not<Less>>();
  if (form.has(Mod::num)) return make.template operator()<Ordered>();
  if (form.has(Mod::nan)) return make.template operator()<Not<Ordered>>();
  return with_integer_comparison(form, make);
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
