// SIMD video instructions: operations on the two halves or the four bytes of 32-bit words. Both
// operands have a sign of their own; results are computed exactly, then cut off, limited or summed.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isa/core/lanes/lanes.h"

namespace simt {

/// What becomes of the results of the parts.
enum class PartsTo : std::uint8_t {
  Word,       ///< each is cut off to its part of the result
  Saturated,  ///< each is limited to the range of its part
  Sum,        ///< their sum, not cut off before, and the third operand
};

/// Half away from zero, as an H100 rounds.
constexpr int mean(int a, int b) {
  const int sum = a + b;
  return sum < 0 ? -((1 - sum) / 2) : (sum + 1) / 2;
}

constexpr int compared(Relation relation, int a, int b) {
  switch (relation) {
    case Relation::Equal:
      return a == b;
    case Relation::NotEqual:
      return a != b;
    case Relation::Less:
      return a < b;
    case Relation::LessEqual:
      return a <= b;
    case Relation::Greater:
      return a > b;
    default:
      return a >= b;
  }
}

/// One word in kParts parts; f(a, b) of numbers that hold a part with its sign.
template <unsigned kParts, PartsTo kTo, class F>
constexpr u32 over_parts(u32 a, u32 b, u32 c, bool is_signed, bool signed_a, bool signed_b, F f) {
  constexpr unsigned kWidth = 32 / kParts;
  constexpr u32 kMask = (1u << kWidth) - 1;
  const auto part = [](u32 word, unsigned i, bool with_sign) {
    const u32 bits = word >> (i * kWidth) & kMask;
    const bool negative = with_sign && (bits >> (kWidth - 1)) != 0;
    return static_cast<int>(bits) - (negative ? 1 << kWidth : 0);
  };
  const int least = is_signed ? -(1 << (kWidth - 1)) : 0;
  u32 word = 0;
  for (unsigned i = 0; i < kParts; ++i) {
    int result = f(part(a, i, signed_a), part(b, i, signed_b));
    if constexpr (kTo == PartsTo::Saturated)
      result = std::clamp(result, least, least + static_cast<int>(kMask));
    if constexpr (kTo == PartsTo::Sum)
      c += static_cast<u32>(result);
    else
      word |= (static_cast<u32>(result) & kMask) << (i * kWidth);
  }
  return kTo == PartsTo::Sum ? c : word;
}

/// d, a and b have the types of the opcode, in this order.
template <unsigned kParts, PartsTo kTo, class F>
struct VideoBody {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool d_signed = is_signed(inst.op.type), a_signed = is_signed(inst.op.type2),
               b_signed = is_signed(inst.op.more_types[0]);
    const u32 *a = lane_data<const u32>(regs, inst.src[0]),
              *b = lane_data<const u32>(regs, inst.src[1]),
              *c = lane_data<const u32>(regs, inst.src[2]);
    store_lanes(lane_data<u32>(regs, inst.dst[0]), active, [=](unsigned lane) {
      return over_parts<kParts, kTo>(a[lane], b[lane], c[lane], d_signed, a_signed, b_signed, F{});
    });
  }
};

/// One or zero for each part. The opcode has the types of a and b.
template <unsigned kParts, PartsTo kTo>
struct VideoCompareBody {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool a_signed = is_signed(inst.op.type), b_signed = is_signed(inst.op.type2);
    const Relation relation = inst.op.relation;
    const u32 *a = lane_data<const u32>(regs, inst.src[0]),
              *b = lane_data<const u32>(regs, inst.src[1]),
              *c = lane_data<const u32>(regs, inst.src[2]);
    store_lanes(lane_data<u32>(regs, inst.dst[0]), active, [=](unsigned lane) {
      return over_parts<kParts, kTo>(a[lane], b[lane], c[lane], false, a_signed, b_signed,
                                     [relation](int x, int y) { return compared(relation, x, y); });
    });
  }
};

}  // namespace simt
