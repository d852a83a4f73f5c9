// Floating-point loops of machine code: signs of operands, then what the suffixes do to a value
// (isa/core/lanes/float_lanes.h).
#pragma once

#include "isa/core/lanes/float_lanes.h"
#include "isa/machine/lanes/loops.h"

namespace simt::machine {

/// |x|, -x or -|x|, on the bits; a NaN of double precision keeps its sign, as on an H200
/// (tests/hardware/values; single precision and halves have one NaN).
template <class T>
struct Sign {
  typename Format<T>::Bits keep, flip;
  Sign(const Modifiers& m, Flag negates, Flag absolute)
      : keep(static_cast<typename Format<T>::Bits>(m.has(absolute) ? ~Format<T>::kSign
                                                                   : ~typename Format<T>::Bits{0})),
        flip(m.has(negates) ? Format<T>::kSign : typename Format<T>::Bits{0}) {}
  T operator()(T x) const {
    if constexpr (std::is_same_v<T, f64>)
      if (x != x) return x;
    return from_raw<T>(static_cast<typename Format<T>::Bits>((raw(x) & keep) ^ flip));
  }
};
/// Those of A, B and C.
template <class T>
struct Signs {
  Sign<T> a, b, c;
  explicit Signs(const Inst& inst) : Signs(Modifiers(inst)) {}
  explicit Signs(const Modifiers& m)
      : a(m, kNegateA, kAbsoluteA), b(m, kNegateB, kAbsoluteB), c(m, kNegateC, kAbsoluteC) {}
};

/// Of operands without any.
struct NoSigns {
  explicit NoSigns(const Inst&) {}
  template <class T>
  T a(T x) const {
    return x;
  }
  template <class T>
  T b(T x) const {
    return x;
  }
  template <class T>
  T c(T x) const {
    return x;
  }
};
inline bool has_signs(const Inst& inst) {
  constexpr std::uint64_t kAny =
      kNegateA | kNegateB | kNegateC | kAbsoluteA | kAbsoluteB | kAbsoluteC;
  return (Modifiers(inst).bits & kAny) != 0;
}

/// d = F(A, B, C), as many as F takes, rounded as the mode says.
template <class F, class T>
struct FloatBody {
  template <class S, class Mode>
  static void run(const Inst& inst, Registers regs, LaneMask active, Mode mode) {
    const S sign(inst);
    const detail::Arithmetic<F> f;
    const T *a = source<T>(inst, regs, 0), *b = source<T>(inst, regs, 1);
    if constexpr (std::is_invocable_v<F, T, T>) {
      write<T>(inst, regs, active,
               [=](unsigned lane) { return f(FloatMode(mode), sign.a(a[lane]), sign.b(b[lane])); });
    } else {
      const T* c = source<T>(inst, regs, 2);
      write<T>(inst, regs, active, [=](unsigned lane) {
        return f(FloatMode(mode), sign.a(a[lane]), sign.b(b[lane]), sign.c(c[lane]));
      });
    }
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const FloatMode mode = inst.op.mode;
    const RoundingScope scope(mode.rounding);
    run<Signs<T>>(inst, regs, active, mode);
  }
};

/// Lanes in which a and b compare as the bits of `comparison` say: less, equal, greater, NaN.
template <class F>
LaneMask compared(unsigned comparison, LaneMask active, F pair) {
  LaneMask truth = 0;
  const auto where = [&](Comparison bit, auto test) {
    if ((comparison & bit) == 0) return;
    truth |= lanes_where(active, [&](unsigned lane) {
      const auto [a, b] = pair(lane);
      return static_cast<bool>(test(a, b));
    });
  };
  where(kLess, [](auto a, auto b) { return a < b; });
  where(kEqual, [](auto a, auto b) { return a == b; });
  where(kGreater, [](auto a, auto b) { return a > b; });
  where(kNan, [](auto a, auto b) { return (a != a) | (b != b); });
  return truth;
}
template <class T>
LaneMask compared_sources(const Inst& inst, Registers regs) {
  const Signs<T> sign(inst);
  const bool ftz = inst.op.mode.ftz;
  const T *a = source<T>(inst, regs, 0), *b = source<T>(inst, regs, 1);
  return compared(Modifiers(inst).function() & 15, ~LaneMask{0}, [=](unsigned lane) {
    const auto seen = [=](T x) { return ftz ? flush(x) : x; };
    return std::pair(seen(sign.a(a[lane])), seen(sign.b(b[lane])));
  });
}

}  // namespace simt::machine
