// Single and double precision, and comparisons of them.
#include <utility>

#include "isa/machine/lanes/float_loops.h"
#include "isa/machine/lanes/usual.h"

namespace simt::machine {
namespace {

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct Mul {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};
/// Two bits for each lane of a quad, those of its first lane on top: A + B, A - B, B - A, 0 + B.
/// Measured on an H100: all four, rounding and flushing; what other lanes do plays no part.
struct SwizzledAdd {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const FloatMode mode = inst.op.mode;
    const RoundingScope scope(mode.rounding);
    const unsigned signs = Modifiers(inst).table();
    const detail::Arithmetic<Add> sum;
    const f32 *a = source<f32>(inst, regs, 0), *b = source<f32>(inst, regs, 1);
    write<f32>(inst, regs, active, [=](unsigned lane) {
      const unsigned which = signs >> (6 - 2 * (lane % 4)) & 3;
      const f32 first = which == 3 ? 0.0F : which == 2 ? -a[lane] : a[lane];
      return sum(mode, first, which == 1 ? -b[lane] : b[lane]);
    });
  }
};
/// Of numbers too small for the format the product is rounded before it is scaled, as two
/// multiplications do it, of which ptxas makes one.
struct MulScaled {
  f32 operator()(const FloatMode& m, f32 a, f32 b, f32 c) const {
    const f32 product = a * b;
    return (m.ftz ? flush(product) : product) * c;
  }
};
struct Fma {
  template <class T>
  T operator()(T a, T b, T c) const {
    return std::fma(a, b, c);
  }
};

struct Fmnmx {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Signs<f32> sign(inst);
    const FloatMode mode = inst.op.mode;
    const f32 *a = source<f32>(inst, regs, 0), *b = source<f32>(inst, regs, 1);
    const LaneMask least = flags(inst, regs, 2);
    write<f32>(inst, regs, active, [=](unsigned lane) {
      const auto seen = [=](f32 x) { return mode.ftz ? flush(x) : x; };
      // .XORSIGN is of the signs as they are in the registers.
      if (mode.xorsign)
        return select_extreme(mode, seen(a[lane]), seen(b[lane]), (least >> lane & 1) == 0);
      return select_extreme(mode, seen(sign.a(a[lane])), seen(sign.b(b[lane])),
                            (least >> lane & 1) == 0);
    });
  }
};
struct Fsel {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Signs<f32> sign(inst);
    const bool ftz = inst.op.mode.ftz;
    const f32 *a = source<f32>(inst, regs, 0), *b = source<f32>(inst, regs, 1);
    const LaneMask first = flags(inst, regs, 2);
    write<f32>(inst, regs, active, [=](unsigned lane) {
      const f32 x = (first >> lane & 1) != 0 ? sign.a(a[lane]) : sign.b(b[lane]);
      return ftz ? flush(x) : x;
    });
  }
};

template <class T>
struct Setp {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    write_comparison(inst, regs, active, compared_sources<T>(inst, regs), 2);
  }
};
/// Function 1: the maximum. -0 < +0; of a number and a NaN the number.
struct DsetpExtreme {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Signs<f64> sign(inst);
    const bool greatest = Modifiers(inst).function() != 0;
    const f64 *a = source<f64>(inst, regs, 0), *b = source<f64>(inst, regs, 1);
    const LaneMask first = lanes_where(~LaneMask{0}, [=](unsigned lane) {
      const f64 x = sign.a(a[lane]), y = sign.b(b[lane]);
      if (x != x || y != y) return x == x;
      return (x < y || (x == y && is_negative(x))) != greatest;
    });
    const LaneMask none = lanes_where(
        ~LaneMask{0}, [=](unsigned lane) { return a[lane] != a[lane] && b[lane] != b[lane]; });
    const LaneMask with = flags(inst, regs, 2);
    write_predicate(regs, inst.dst[0], first & with, active);
    write_predicate(regs, inst.dst[1], none & with, active);
  }
};
/// The result in a register: 1.0 with kSingle, else all ones.
struct Fset {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const LaneMask with = flags(inst, regs, 2), t = compared_sources<f32>(inst, regs);
    const unsigned how = m.function() >> 4;
    const LaneMask truth = how == kWithOr ? t | with : how == kWithXor ? t ^ with : t & with;
    const u32 one = m.has(kSingle) ? raw(1.0f) : ~u32{0};
    write<u32>(inst, regs, active,
               [=](unsigned lane) { return (truth >> lane & 1) != 0 ? one : 0; });
  }
};

/// Rounded to nearest and nothing else.
template <class F, class T, class S>
struct NearestForm {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    constexpr detail::OnlyRounding<Rounding::Nearest> kNearest{};
    FloatBody<F, T>::template run<S>(inst, regs, active, kNearest);
  }
};
template <class F, class T>
LaneOp nearest_form(const Inst& inst) {
  if (inst.op.mode != FloatMode{}) return nullptr;
  return has_signs(inst) ? pick<NearestForm<F, T, Signs<T>>>() : pick<NearestForm<F, T, NoSigns>>();
}

}  // namespace

LaneOp usual_float(Lanes which, const Inst& inst) {
  switch (which) {
    case Lanes::fadd:
      return nearest_form<Add, f32>(inst);
    case Lanes::fmul:
      return nearest_form<Mul, f32>(inst);
    case Lanes::ffma:
      return nearest_form<Fma, f32>(inst);
    case Lanes::dadd:
      return nearest_form<Add, f64>(inst);
    case Lanes::dmul:
      return nearest_form<Mul, f64>(inst);
    case Lanes::dfma:
      return nearest_form<Fma, f64>(inst);
    default:
      return nullptr;
  }
}

LaneOp fadd_lanes() {
  return pick<FloatBody<Add, f32>>();
}
LaneOp fswzadd_lanes() {
  return pick<SwizzledAdd>();
}
LaneOp fmul_lanes() {
  return pick<FloatBody<Mul, f32>>();
}
LaneOp fmul_scaled_lanes() {
  return pick<FloatBody<detail::WithMode<MulScaled>, f32>>();
}
LaneOp ffma_lanes() {
  return pick<FloatBody<Fma, f32>>();
}
LaneOp dadd_lanes() {
  return pick<FloatBody<Add, f64>>();
}
LaneOp dmul_lanes() {
  return pick<FloatBody<Mul, f64>>();
}
LaneOp dfma_lanes() {
  return pick<FloatBody<Fma, f64>>();
}
LaneOp fmnmx_lanes() {
  return pick<Fmnmx>();
}
LaneOp fsel_lanes() {
  return pick<Fsel>();
}
LaneOp fsetp_lanes() {
  return pick<Setp<f32>>();
}
LaneOp dsetp_lanes() {
  return pick<Setp<f64>>();
}
LaneOp dsetp_extreme_lanes() {
  return pick<DsetpExtreme>();
}
LaneOp fset_lanes() {
  return pick<Fset>();
}

}  // namespace simt::machine
