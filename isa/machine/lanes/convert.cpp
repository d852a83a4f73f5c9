// Conversions: the types are those of Semantics, what they do is isa/core/lanes/convert_value.h.
#include "isa/core/lanes/convert_value.h"
#include "isa/machine/lanes/float_loops.h"

namespace simt::machine {
namespace {

/// The low bits of a row of type W, as an S.
template <class S, class W>
S low_part(W word, unsigned byte) {
  if constexpr (std::is_same_v<S, W>)
    return word;
  else if constexpr (sizeof(S) == sizeof(W))
    return std::bit_cast<S>(word);
  else if constexpr (std::is_enum_v<S>)
    return static_cast<S>(static_cast<u16>(word >> (8 * byte)));
  else
    return static_cast<S>(word >> (8 * byte));
}
/// A value of D as the word that a register holds: integers extended by their sign.
template <class W, class D>
W as_word(D value) {
  if constexpr (std::is_same_v<D, f32> || std::is_same_v<D, f64>)
    return static_cast<W>(raw(value));
  else if constexpr (std::is_enum_v<D>)
    return static_cast<W>(static_cast<u16>(value));
  else if constexpr (std::is_signed_v<D>)
    return static_cast<W>(static_cast<std::make_signed_t<W>>(value));
  else
    return static_cast<W>(value);
}

/// The row of a value: 32 bits, or 64.
template <class T>
using Word = std::conditional_t<sizeof(T) == 8, u64, u32>;

/// d = f(mode, a) from a type S to a type D; `each` visits the lanes.
template <class D, class S, class F, class Each>
void convert_lanes(const Inst& inst, Registers regs, F f, Each each) {
  const FloatMode mode = inst.op.mode;
  const Modifiers m(inst);
  const unsigned byte = m.amount();
  const Word<S>* a = source<Word<S>>(inst, regs, 0);
  Word<D>* const d = lane_data<Word<D>>(regs, inst.dst[0]);
  each([=](unsigned lane) {
    S x = low_part<S>(a[lane], byte);
    if constexpr (is_float(kTypeOf<S>)) x = Sign<S>(m, kNegateA, kAbsoluteA)(x);
    d[lane] = as_word<Word<D>>(f(mode, x));
  });
}
/// Lane by lane, once for both instruction sets.
template <class D, class S, class F>
[[gnu::noinline]] void convert_each(const Inst& inst, Registers regs, LaneMask active, F f) {
  convert_lanes<D, S>(inst, regs, f, [=](auto visit) { for_each_lane(active, visit); });
}
/// Integers of fewer than 32 bits, and integers and floats of 16 bits, are rare: loops over a whole
/// warp for all pairs of types would take longer to compile than all other loops of this folder.
template <class D, class S>
inline constexpr bool kHasLoop = (is_float(kTypeOf<D>) && is_float(kTypeOf<S>)) ||
                                 (sizeof(D) >= 4 && sizeof(S) >= 4);
template <class D, class S, class F>
void convert(const Inst& inst, Registers regs, LaneMask active, F f) {
  if constexpr (kHasLoop<D, S>)
    convert_lanes<D, S>(inst, regs, f, [=](auto visit) { over_lanes(active, visit); });
  else
    convert_each<D, S>(inst, regs, active, f);
}

/// Calls f.operator()<T>() for the type.
template <class F>
void with_integer(ScalarType type, F f) {
  switch (type) {
    case ScalarType::U8:
      return f.template operator()<u8>();
    case ScalarType::S8:
      return f.template operator()<s8>();
    case ScalarType::U16:
      return f.template operator()<u16>();
    case ScalarType::S16:
      return f.template operator()<s16>();
    case ScalarType::S32:
      return f.template operator()<s32>();
    case ScalarType::U64:
      return f.template operator()<u64>();
    case ScalarType::S64:
      return f.template operator()<s64>();
    default:
      return f.template operator()<u32>();
  }
}
template <class F>
void with_float(ScalarType type, F f) {
  switch (type) {
    case ScalarType::F16:
      return f.template operator()<Half>();
    case ScalarType::BF16:
      return f.template operator()<Bfloat>();
    case ScalarType::F64:
      return f.template operator()<f64>();
    default:
      return f.template operator()<f32>();
  }
}
struct I2f {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    with_integer(inst.op.type2, [&]<class S>() {
      with_float(inst.op.type, [&]<class D>() {
        convert<D, S>(inst, regs, active,
                      [](const FloatMode& m, S x) { return converted<D>(m, x); });
      });
    });
  }
};
struct F2i {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    with_float(inst.op.type2, [&]<class S>() {
      with_integer(inst.op.type, [&]<class D>() {
        convert<D, S>(inst, regs, active,
                      [](const FloatMode& m, S x) { return converted<D>(m, x); });
      });
    });
  }
};
struct F2f {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    with_float(inst.op.type2, [&]<class S>() {
      with_float(inst.op.type, [&]<class D>() {
        convert<D, S>(inst, regs, active,
                      [](const FloatMode& m, S x) { return converted<D>(m, x); });
      });
    });
  }
};
struct I2i {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    with_integer(inst.op.type, [&]<class D>() {
      convert<D, s32>(inst, regs, active,
                      [](const FloatMode& m, s32 x) { return converted<D>(m, x); });
    });
  }
};
/// Two numbers of type S as integers of 8 or 16 bits, A above B; what is left above them is C's
/// lower half.
template <class S>
struct Pack {
  template <class D>
  static void run(const Inst& inst, Registers regs, LaneMask active) {
    constexpr unsigned kWidth = 8 * sizeof(D);
    const FloatMode mode = inst.op.mode;
    const S *a = source<S>(inst, regs, 0), *b = source<S>(inst, regs, 1);
    const u32* c = source<u32>(inst, regs, 2);
    u32* const d = lane_data<u32>(regs, inst.dst[0]);
    for_each_lane(active, [=](unsigned lane) {
      const auto part = [=](S x) {
        return u32{static_cast<std::make_unsigned_t<D>>(converted<D>(mode, x))};
      };
      const u32 two = part(a[lane]) << kWidth | part(b[lane]);
      d[lane] = sizeof(D) == 1 ? c[lane] << 16 | two : two;
    });
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    with_integer(inst.op.type, [&]<class D>() {
      if constexpr (sizeof(D) <= 2) run<D>(inst, regs, active);
    });
  }
};
struct Frnd {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    with_float(inst.op.type, [&]<class T>() {
      convert<T, T>(inst, regs, active, [](const FloatMode& m, T x) { return integral(m, x); });
    });
  }
};

}  // namespace

LaneOp i2f_lanes() {
  return pick<I2f>();
}
LaneOp f2i_lanes() {
  return pick<F2i>();
}
LaneOp f2f_lanes() {
  return pick<F2f>();
}
LaneOp i2i_lanes() {
  return pick<I2i>();
}
LaneOp i2ip_lanes() {
  return pick<Pack<s32>>();
}
LaneOp f2ip_lanes() {
  return pick<Pack<f32>>();
}
LaneOp frnd_lanes() {
  return pick<Frnd>();
}

}  // namespace simt::machine
