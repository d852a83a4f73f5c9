// The special function unit, and the test before a division. The functions are computed in double
// precision and rounded; the machine's own approximations differ in their last bits.
// Subnormal operands and results are zero: the code around MUFU scales where it has to.
#include <cmath>

#include "isa/machine/lanes/float_loops.h"

namespace simt::machine {
namespace {

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

f64 function_of(unsigned function, f64 x) {
  constexpr f64 kTurn = 6.283185307179586476925286766559;  // the operand counts turns
  switch (function) {
    case kCosine:
      return std::cos(x * kTurn);
    case kSine:
      return std::sin(x * kTurn);
    case kExp2:
      return std::exp2(x);
    case kLog2:
      return std::log2(x);
    case kReciprocal:
      return 1.0 / x;
    case kInverseRoot:
      return 1.0 / std::sqrt(x);
    case kRoot:
      return std::sqrt(x);
    default:
      return std::tanh(x);
  }
}

struct Mufu {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Sign<f32> sign = Signs<f32>(inst).a;
    const unsigned function = Modifiers(inst).function();
    const f32* a = source<f32>(inst, regs, 0);
    f32* const d = lane_data<f32>(regs, inst.dst[0]);
    over_lanes(active, [=](unsigned lane) {
      const auto value = static_cast<f32>(function_of(function, f64{flush(sign(a[lane]))}));
      d[lane] = value == value ? flush(value) : from_raw<f32>(Format<f32>::kNan);
    });
  }
};

/// Of the upper word of a double; the lower one is zero.
struct MufuHigh {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const u32 keep = m.has(kAbsoluteA) ? 0x7fffffff : ~u32{0};
    const u32 flip = m.has(kNegateA) ? 0x80000000 : 0;
    const bool root = m.function() == kInverseRootHigh;
    const u32* a = source<u32>(inst, regs, 0);
    u32* const d = lane_data<u32>(regs, inst.dst[0]);
    over_lanes(active, [=](unsigned lane) {
      const auto x = from_raw<f64>(u64{(a[lane] & keep) ^ flip} << 32);
      const f64 value = root ? 1.0 / std::sqrt(x) : 1.0 / x;
      d[lane] = static_cast<u32>(raw(value == value ? value : high_word_nan()) >> 32);
    });
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

}  // namespace

LaneOp mufu_lanes() {
  return pick<Mufu>();
}
LaneOp mufu_high_lanes() {
  return pick<MufuHigh>();
}
LaneOp fchk_lanes() {
  return pick<Fchk>();
}

}  // namespace simt::machine
