// Halves in pairs: each operand gives two values, the ones that its selection says. A selection has
// two bits of Modifiers::function, from A's on: 0 both halves, 2 the lower one twice, 3 the upper.
#include "isa/core/lanes/convert_value.h"
#include "isa/machine/lanes/float_loops.h"

namespace simt::machine {
namespace {

struct Add {
  f32 operator()(f32 a, f32 b) const { return a + b; }
};
struct Mul {
  f32 operator()(f32 a, f32 b) const { return a * b; }
};
struct Fma {
  f64 operator()(f64 a, f64 b, f64 c) const { return fused_to_odd(a, b, c); }
};

template <class T>
struct Operand {
  unsigned selection;
  Sign<T> sign;
  const u32* words;
  T half(unsigned lane, unsigned upper) const { return sign(as_it_is(lane, upper)); }
  T as_it_is(unsigned lane, unsigned upper) const {
    const unsigned which = selection == 0 ? upper : selection & 1;
    return static_cast<T>(static_cast<u16>(words[lane] >> (16 * which)));
  }
};
template <class T>
Operand<T> operand(const Inst& inst, Registers regs, unsigned i, const Sign<T>& sign) {
  return {Modifiers(inst).function() >> (2 * i) & 3, sign, source<u32>(inst, regs, i)};
}

template <class T, class F>
void compute(const Inst& inst, Registers regs, LaneMask active) {
  const Signs<T> signs(inst);
  const FloatMode mode = inst.op.mode;
  const detail::Arithmetic<F> f;
  const Operand<T> a = operand(inst, regs, 0, signs.a), b = operand(inst, regs, 1, signs.b);
  const auto both = [](T low, T high) {
    return u32{static_cast<u16>(low)} | u32{static_cast<u16>(high)} << 16;
  };
  if constexpr (std::is_same_v<F, Fma>) {
    const Operand<T> c = operand(inst, regs, 2, signs.c);
    const bool in_bounds = Modifiers(inst).has(kInBounds);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const auto value = [=](unsigned upper) {
        if (in_bounds &&
            (is_out_of_bounds(a.half(lane, upper)) || is_out_of_bounds(b.half(lane, upper))))
          return from_raw<T>(0);
        return f(mode, a.half(lane, upper), b.half(lane, upper), c.half(lane, upper));
      };
      return both(value(0), value(1));
    });
  } else {
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const auto value = [=](unsigned upper) {
        return f(mode, a.half(lane, upper), b.half(lane, upper));
      };
      return both(value(0), value(1));
    });
  }
}
/// The lower halves in single precision.
template <class T, class F>
void compute_single(const Inst& inst, Registers regs, LaneMask active) {
  const Signs<T> signs(inst);
  const FloatMode mode = inst.op.mode;
  const detail::Arithmetic<F> f;
  const Operand<T> a = operand(inst, regs, 0, signs.a), b = operand(inst, regs, 1, signs.b);
  write<f32>(inst, regs, active, [=](unsigned lane) {
    return f(mode, widened(a.half(lane, 0)), widened(b.half(lane, 0)));
  });
}

template <class F>
struct Halves {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    if constexpr (!std::is_same_v<F, Fma>)
      if (m.has(kSingle)) return compute_single<Half, F>(inst, regs, active);
    return m.has(kBfloat) ? compute<Bfloat, F>(inst, regs, active)
                          : compute<Half, F>(inst, regs, active);
  }
};

/// Where the lower and where the upper halves compare so, combined with the predicate.
template <class T>
std::pair<LaneMask, LaneMask> halves_compared(const Inst& inst, Registers regs) {
  const Signs<T> signs(inst);
  const Modifiers m(inst);
  const Operand<T> a = operand(inst, regs, 0, signs.a), b = operand(inst, regs, 1, signs.b);
  const LaneMask with = flags(inst, regs, 2);
  const bool ftz = inst.op.mode.ftz;
  const auto of = [&](unsigned upper) {
    const LaneMask t = compared(m.table(), ~LaneMask{0}, [=](unsigned lane) {
      const auto seen = [=](T x) { return widened(ftz ? flush(x) : x); };
      return std::pair(seen(a.half(lane, upper)), seen(b.half(lane, upper)));
    });
    const unsigned how = m.second_table();
    return how == kWithOr ? t | with : how == kWithXor ? t ^ with : t & with;
  };
  return std::pair(of(0), of(1));
}

/// kAnd: one predicate for both halves. The comparison is in the table.
struct Hsetp2 {
  template <class T>
  static void run(const Inst& inst, Registers regs, LaneMask active) {
    const auto [low, high] = halves_compared<T>(inst, regs);
    const bool one = Modifiers(inst).has(kAnd);
    write_predicate(regs, inst.dst[0], one ? low & high : low, active);
    write_predicate(regs, inst.dst[1], one ? ~(low & high) : high, active);
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    return Modifiers(inst).has(kBfloat) ? run<Bfloat>(inst, regs, active)
                                        : run<Half>(inst, regs, active);
  }
};

/// Without modifiers: sim/exec calls it with one lane's values.
template <class T>
struct AtomicAdd {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    compute<T, Add>(inst, regs, active);
  }
};

/// A result for each half: 1.0 with kSingle, else all ones.
struct Hset2 {
  template <class T>
  static void run(const Inst& inst, Registers regs, LaneMask active) {
    const Modifiers m(inst);
    const std::pair<LaneMask, LaneMask> halves = halves_compared<T>(inst, regs);
    const LaneMask low = halves.first, high = halves.second;
    const u32 one = m.has(kSingle) ? (m.has(kBfloat) ? 0x3f80 : 0x3c00) : 0xffff;
    write<u32>(inst, regs, active, [=](unsigned lane) {
      return ((low >> lane & 1) != 0 ? one : 0) | ((high >> lane & 1) != 0 ? one << 16 : 0);
    });
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    return Modifiers(inst).has(kBfloat) ? run<Bfloat>(inst, regs, active)
                                        : run<Half>(inst, regs, active);
  }
};

struct Hmnmx2 {
  template <class T>
  static void run(const Inst& inst, Registers regs, LaneMask active) {
    const Signs<T> signs(inst);
    const FloatMode mode = inst.op.mode;
    const Operand<T> a = operand(inst, regs, 0, signs.a), b = operand(inst, regs, 1, signs.b);
    const LaneMask least = flags(inst, regs, 2);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const auto value = [=](unsigned upper) {
        const auto seen = [=](T x) { return widened(mode.ftz ? flush(x) : x); };
        const T x = mode.xorsign ? a.as_it_is(lane, upper) : a.half(lane, upper);
        const T y = mode.xorsign ? b.as_it_is(lane, upper) : b.half(lane, upper);
        const f32 d = select_extreme(mode, seen(x), seen(y), (least >> lane & 1) == 0);
        return u32{static_cast<u16>(converted<T>(FloatMode{}, d))};
      };
      return value(0) | value(1) << 16;
    });
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    return Modifiers(inst).has(kBfloat) ? run<Bfloat>(inst, regs, active)
                                        : run<Half>(inst, regs, active);
  }
};

/// A is the upper half.
struct F2fp {
  template <class T>
  static void run(const Inst& inst, Registers regs, LaneMask active) {
    const Signs<f32> signs(inst);
    const FloatMode mode = inst.op.mode;
    const f32 *a = source<f32>(inst, regs, 0), *b = source<f32>(inst, regs, 1);
    const auto half = [=](f32 x) { return u32{static_cast<u16>(converted<T>(mode, x))}; };
    if (inst.src.size() > 2) {  // .MERGE_C: B below the lower half of C
      const u32* c = source<u32>(inst, regs, 2);
      return write<u32>(inst, regs, active,
                        [=](unsigned lane) { return c[lane] << 16 | half(signs.b(b[lane])); });
    }
    write<u32>(inst, regs, active, [=](unsigned lane) {
      return half(signs.a(a[lane])) << 16 | half(signs.b(b[lane]));
    });
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    return Modifiers(inst).has(kBfloat) ? run<Bfloat>(inst, regs, active)
                                        : run<Half>(inst, regs, active);
  }
};

}  // namespace

LaneOp hadd2_lanes() {
  return pick<Halves<Add>>();
}
LaneOp hmul2_lanes() {
  return pick<Halves<Mul>>();
}
LaneOp hfma2_lanes() {
  return pick<Halves<Fma>>();
}
LaneOp hsetp2_lanes() {
  return pick<Hsetp2>();
}
LaneOp atomic_add_f16_lanes() {
  return pick<AtomicAdd<Half>>();
}
LaneOp atomic_add_bf16_lanes() {
  return pick<AtomicAdd<Bfloat>>();
}
LaneOp hset2_lanes() {
  return pick<Hset2>();
}
LaneOp hmnmx2_lanes() {
  return pick<Hmnmx2>();
}
LaneOp f2fp_lanes() {
  return pick<F2fp>();
}

}  // namespace simt::machine
