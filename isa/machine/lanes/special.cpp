// The special function unit (isa/core/mufu), and the test before a division.
#include "isa/base/address_space.h"
#include "isa/core/mufu/half.h"
#include "isa/core/mufu/high_word.h"
#include "isa/core/mufu/mufu.h"
#include "isa/machine/lanes/float_loops.h"

namespace simt::machine {
namespace {

/// By the number that machine code gives them.
enum Function : unsigned {
  kCosine,
  kSine,
  kExp2,
  kLog2,
  kReciprocal,
  kInverseRoot,
  kReciprocalHigh,
  kInverseRootHigh,
  kRoot,
  kTanh
};

/// d = f(A) on the bits of A: a number of single precision, or the upper word of a double.
template <class F>
void unary(const Inst& inst, Registers regs, LaneMask active, F f) {
  const Modifiers m(inst);
  const u32 keep = m.has(kAbsoluteA) ? 0x7fffffff : ~u32{0};
  const u32 flip = m.has(kNegateA) ? 0x80000000 : 0;
  const u32* a = source<u32>(inst, regs, 0);
  u32* const d = lane_data<u32>(regs, inst.dst[0]);
  over_lanes(active, [=](unsigned lane) { d[lane] = f((a[lane] & keep) ^ flip); });
}

struct Mufu {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    switch (Modifiers(inst).function()) {
      case kCosine:
        return unary(inst, regs, active, [](u32 x) { return mufu::cos(x); });
      case kSine:
        return unary(inst, regs, active, [](u32 x) { return mufu::sin(x); });
      case kExp2:
        return unary(inst, regs, active, [](u32 x) { return mufu::ex2(x); });
      case kLog2:
        return unary(inst, regs, active, [](u32 x) { return mufu::lg2(x); });
      case kReciprocal:
        return unary(inst, regs, active, [](u32 x) { return mufu::rcp(x); });
      case kInverseRoot:
        return unary(inst, regs, active, [](u32 x) { return mufu::rsq(x); });
      case kRoot:
        return unary(inst, regs, active, [](u32 x) { return mufu::sqrt(x); });
      default:
        return unary(inst, regs, active, [](u32 x) { return mufu::tanh(x); });
    }
  }
};

/// kHigh: of the upper half.
struct MufuHalf {
  template <class F>
  static void run(const Inst& inst, Registers regs, LaneMask active, F f) {
    const Modifiers m(inst);
    const unsigned shift = m.has(kHigh) ? 16 : 0;
    const unsigned keep = m.has(kAbsoluteA) ? 0x7fff : 0xffff, flip = m.has(kNegateA) ? 0x8000 : 0;
    const u32* a = source<u32>(inst, regs, 0);
    u32* const d = lane_data<u32>(regs, inst.dst[0]);
    for_each_lane(active, [=](unsigned lane) {
      d[lane] = f(static_cast<u16>(((a[lane] >> shift) & keep) ^ flip));
    });
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const bool tanh = m.function() == kTanh;
    if (m.has(kBfloat))
      return tanh ? run(inst, regs, active, [](u16 x) { return mufu::tanh_bf16(x); })
                  : run(inst, regs, active, [](u16 x) { return mufu::ex2_bf16(x); });
    return tanh ? run(inst, regs, active, [](u16 x) { return mufu::tanh_f16(x); })
                : run(inst, regs, active, [](u16 x) { return mufu::ex2_f16(x); });
  }
};

struct MufuHigh {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    if (Modifiers(inst).function() == kInverseRootHigh)
      return unary(inst, regs, active, [](u32 x) { return mufu::rsq64h(x); });
    return unary(inst, regs, active, [](u32 x) { return mufu::rcp64h(x); });
  }
};

/// Can the quick division of A by B not be trusted? Where an intermediate value could be subnormal
/// or infinite. The exact bounds of the machine are not known; the long way gives the same value.
struct Fchk {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const f32 *a = source<f32>(inst, regs, 0), *b = source<f32>(inst, regs, 1);
    const LaneMask longer = lanes_where(~LaneMask{0}, [=](unsigned lane) {
      const auto exponent = [](f32 x) { return static_cast<s32>(magnitude(x) >> 23); };
      const s32 top = exponent(a[lane]), bottom = exponent(b[lane]);
      const s32 quotient = top - bottom;
      return bottom < 2 || bottom > 252 || top > 254 || top < 25 || quotient > 125 ||
             quotient < -125;
    });
    write_predicate(regs, inst.dst[0], longer, active);
  }
};

/// Function: global, local, shared memory, and that of the cluster, which is the block's own here.
/// The offset of the address stands where tables do, with its sign.
struct Qspc {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const unsigned space = m.function();
    const s64 offset = static_cast<s64>(m.bits << (64 - kTableAt - 24)) >> 40;
    const u64* a = source<u64>(inst, regs, 0);
    const LaneMask truth = lanes_where(~LaneMask{0}, [=](unsigned lane) {
      const StateSpace found = locate_generic(a[lane] + static_cast<u64>(offset)).space;
      if (space == 3) return found == StateSpace::Shared;
      return space == (found == StateSpace::Local ? 1U : found == StateSpace::Shared ? 2U : 0U);
    });
    write_predicate(regs, inst.dst[0], truth, active);
  }
};

}  // namespace

LaneOp qspc_lanes() {
  return pick<Qspc>();
}
LaneOp mufu_lanes() {
  return pick<Mufu>();
}
LaneOp mufu_half_lanes() {
  return pick<MufuHalf>();
}
LaneOp mufu_high_lanes() {
  return pick<MufuHigh>();
}
LaneOp fchk_lanes() {
  return pick<Fchk>();
}

}  // namespace simt::machine
