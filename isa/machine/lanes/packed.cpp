// Integers of 16 bits in pairs, and sums and extremes that are clamped: what video and dynamic
// programming code is made of.
#include <algorithm>
#include <type_traits>

#include "isa/core/lanes/int_math.h"
#include "isa/machine/lanes/loops.h"

namespace simt::machine {
namespace {

/// One number: a word, or half of one. E: its type.
template <class E>
struct Element {
  unsigned function;
  bool relu;

  E operator()(E a, E b, E c, bool least) const {
    const auto extreme = [=](E x, E y) { return least ? std::min(x, y) : std::max(x, y); };
    using U = std::make_unsigned_t<E>;
    const auto sum = static_cast<E>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
    E out = function == kSumOf          ? sum
            : function == kExtremeOfTwo ? extreme(a, b)
            : function == kExtremeOfSum ? extreme(sum, c)
                                        : extreme(extreme(a, b), c);
    return relu ? std::max(out, E{0}) : out;
  }
};

struct Packed {
  template <class E>
  static void run(const Inst& inst, Registers regs, LaneMask active) {
    constexpr unsigned kBits = 8 * sizeof(E), kCount = 32 / kBits;
    const Modifiers m(inst);
    const Element<E> element{m.function(), m.has(kRelu)};
    const bool negate = m.has(kNegateB);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    const LaneMask least = flags(inst, regs, 3);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      u32 out = 0;
      for (unsigned i = 0; i < kCount; ++i) {
        const auto of = [=](u32 word) { return static_cast<E>(word >> (kBits * i)); };
        const auto y = static_cast<E>(negate ? E{0} - of(b[lane]) : of(b[lane]));
        const E value = element(of(a[lane]), y, of(c[lane]), (least >> lane & 1) != 0);
        out |= u32{static_cast<std::make_unsigned_t<E>>(value)} << (kBits * i);
      }
      return out;
    });
  }
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    if (m.has(kPairs))
      return m.has(kSigned) ? run<s16>(inst, regs, active) : run<u16>(inst, regs, active);
    return m.has(kSigned) ? run<s32>(inst, regs, active) : run<u32>(inst, regs, active);
  }
};

/// Halves of A, bytes of B: the lower two, or with kHigh the upper two.
struct Idp2 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const unsigned signs = m.function(), shift = m.has(kHigh) ? 16 : 0;
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const u32 x = a[lane], y = b[lane] >> shift, z = c[lane];
      switch (signs) {
        case 0:
          return dot<u16, u8>(x, y, z);
        case 1:
          return dot<s16, u8>(x, y, z);
        case 2:
          return dot<u16, s8>(x, y, z);
        default:
          return dot<s16, s8>(x, y, z);
      }
    });
  }
};

/// |A - B| + C; of bytes each alone, or with kWide their sum added to C.
struct Vabsdiff {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const bool is_signed = m.has(kSigned);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const s64 x = is_signed ? s64{static_cast<s32>(a[lane])} : s64{a[lane]};
      const s64 y = is_signed ? s64{static_cast<s32>(b[lane])} : s64{b[lane]};
      return static_cast<u32>(x < y ? y - x : x - y) + c[lane];
    });
  }
};
struct Vabsdiff4 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const bool is_signed = m.has(kSigned), sums = m.has(kWide);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      u32 bytes = 0, sum = c[lane];
      for (unsigned i = 0; i < 32; i += 8) {
        const auto of = [=](u32 word) {
          const auto byte = static_cast<u8>(word >> i);
          return is_signed ? s32{static_cast<s8>(byte)} : s32{byte};
        };
        const s32 apart = of(a[lane]) - of(b[lane]);
        const auto value = static_cast<u32>(apart < 0 ? -apart : apart);
        sum += value;
        bytes |= (value & 0xff) << i;
      }
      return sums ? sum : bytes;
    });
  }
};

}  // namespace

LaneOp packed_lanes() {
  return pick<Packed>();
}
LaneOp idp2_lanes() {
  return pick<Idp2>();
}
LaneOp vabsdiff_lanes() {
  return pick<Vabsdiff>();
}
LaneOp vabsdiff4_lanes() {
  return pick<Vabsdiff4>();
}

}  // namespace simt::machine
