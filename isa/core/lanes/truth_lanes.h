// What setp and set make of the lanes that compared true. Compiled once for all comparisons: these
// differ in how they compare alone.
#pragma once

#include "isa/core/lanes/lanes.h"

namespace simt {
namespace compare {

/// The comparison combined with predicate c (src[2]) where Semantics::combine says so.
inline LaneMask combine(const Inst& inst, Registers regs, LaneMask t) {
  if (inst.op.combine == Combine::And) return t & read_predicate(inst, regs, 2);
  if (inst.op.combine == Combine::Or) return t | read_predicate(inst, regs, 2);
  if (inst.op.combine == Combine::Xor) return t ^ read_predicate(inst, regs, 2);
  return t;
}

/// `t`: the lanes that compared true. p|q = t and its opposite, each combined with c.
[[gnu::noinline]] inline void write_compared(const Inst& inst, Registers regs, LaneMask active,
                                             LaneMask t) {
  const LaneMask p = combine(inst, regs, t), q = combine(inst, regs, ~t);
  write_predicate(regs, inst.dst[0], p, active);
  write_predicate(regs, inst.dst[1], q, active);
}
/// p|q = comparison of the low and of the high halves.
[[gnu::noinline]] inline void write_halves(const Inst& inst, Registers regs, LaneMask active,
                                           LaneMask low, LaneMask high) {
  const LaneMask p = combine(inst, regs, low), q = combine(inst, regs, high);
  write_predicate(regs, inst.dst[0], p, active);
  write_predicate(regs, inst.dst[1], q, active);
}
/// What set stores for "true": 1.0 in a float type, all ones in an integer type.
inline u32 true_value(ScalarType t) {
  switch (t) {
    case ScalarType::F32:
      return 0x3f800000;
    case ScalarType::F16:
      return 0x3c00;
    case ScalarType::F16x2:
      return 0x3c003c00;
    case ScalarType::BF16:
      return 0x3f80;
    case ScalarType::BF16x2:
      return 0x3f803f80;
    default:
      return ~u32{0};
  }
}
template <class D>
void truth_loop(D* d, u32 yes, LaneMask active, LaneMask low, LaneMask high) {
  over_lanes(active, [=](unsigned lane) {
    const u32 mask =
        ((low >> lane & 1) != 0 ? 0xffffu : 0) | ((high >> lane & 1) != 0 ? 0xffff0000u : 0);
    d[lane] = static_cast<D>(yes & mask);
  });
}
template <class D>
struct Truth {
  SIMT_BASELINE [[gnu::noinline]] static void base(D* d, u32 yes, LaneMask active, LaneMask low,
                                                   LaneMask high) {
    truth_loop(d, yes, active, low, high);
  }
  SIMT_V3 [[gnu::noinline]] static void v3(D* d, u32 yes, LaneMask active, LaneMask low,
                                           LaneMask high) {
    truth_loop(d, yes, active, low, high);
  }
};
/// `low` and `high`: the lanes whose lower and upper half compared true, before c is combined.
template <bool kV3>
[[gnu::noinline]] void store_truth(const Inst& inst, Registers regs, LaneMask active, LaneMask low,
                                   LaneMask high) {
  low = combine(inst, regs, low);
  high = combine(inst, regs, high);
  const u32 yes = true_value(inst.op.type);
  const auto store = [&]<class D>() {
    D* d = lane_data<D>(regs, inst.dst[0]);
    kV3 ? Truth<D>::v3(d, yes, active, low, high) : Truth<D>::base(d, yes, active, low, high);
  };
  size_of(inst.op.type) == 2 ? store.template operator()<u16>() : store.template operator()<u32>();
}

}  // namespace compare
}  // namespace simt
