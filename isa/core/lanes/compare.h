// Comparisons of setp and set (PTX ISA 9.3.1, 9.7.6) as functions of two lane values.
// Ordered float comparisons are false when an operand is NaN, unordered ones (equ, ltu, ...) true.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "isa/core/lanes/lanes.h"

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
/// make.operator()<Test, swap, negate>() for a relation: its operands exchanged where `swap` ("a >
/// b" is "b < a"), its result the opposite where `negate` ("a < b or unordered" is "not a >= b");
/// nullptr for one that integers do not have.
template <class Make>
LaneOp with_integer_comparison(Relation relation, Make make) {
  switch (relation) {
    case Relation::Equal:
      return make.template operator()<Equal, false, false>();
    case Relation::NotEqual:
      return make.template operator()<Equal, false, true>();
    case Relation::Less:
      return make.template operator()<Less, false, false>();
    case Relation::LessEqual:
      return make.template operator()<Less, true, true>();
    case Relation::Greater:
      return make.template operator()<Less, true, false>();
    case Relation::GreaterEqual:
      return make.template operator()<Less, false, true>();
    default:
      return nullptr;
  }
}
/// The same for numbers that may be NaN.
template <class Make>
LaneOp with_float_comparison(Relation relation, Make make) {
  switch (relation) {
    case Relation::None:
      return nullptr;
    case Relation::Equal:
      return make.template operator()<Equal, false, false>();
    case Relation::NotEqual:
      return make.template operator()<NotEqual, false, false>();
    case Relation::Less:
      return make.template operator()<Less, false, false>();
    case Relation::LessEqual:
      return make.template operator()<LessEqual, false, false>();
    case Relation::Greater:
      return make.template operator()<Less, true, false>();
    case Relation::GreaterEqual:
      return make.template operator()<LessEqual, true, false>();
    case Relation::EqualOrNan:
      return make.template operator()<NotEqual, false, true>();
    case Relation::NotEqualOrNan:
      return make.template operator()<Equal, false, true>();
    case Relation::LessOrNan:
      return make.template operator()<LessEqual, true, true>();
    case Relation::LessEqualOrNan:
      return make.template operator()<Less, true, true>();
    case Relation::GreaterOrNan:
      return make.template operator()<LessEqual, false, true>();
    case Relation::GreaterEqualOrNan:
      return make.template operator()<Less, false, true>();
    case Relation::Ordered:
      return make.template operator()<Ordered, false, false>();
    case Relation::Unordered:
      return make.template operator()<Ordered, false, true>();
  }
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
