// Additions, multiplications, minimum and maximum of 32-bit integers, and what counts bits.
#include <bit>

#include "isa/core/lanes/bit_math.h"
#include "isa/machine/lanes/loops.h"
#include "isa/machine/lanes/usual.h"

namespace simt::machine {
namespace {

struct Mov {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32* a = source<u32>(inst, regs, 0);
    write<u32>(inst, regs, active, [=](unsigned lane) { return a[lane]; });
  }
};

/// Carries of a sum of three: `sum` of their terms, at most two.
void write_carries(const Inst& inst, Registers regs, LaneMask active, const u64* sum) {
  if (inst.dst[1] != kNoSlot)
    write_predicate(regs, inst.dst[1],
                    lanes_where(~LaneMask{0}, [=](unsigned l) { return sum[l] >> 32 != 0; }),
                    active);
  if (inst.dst[2] != kNoSlot)
    write_predicate(regs, inst.dst[2],
                    lanes_where(~LaneMask{0}, [=](unsigned l) { return sum[l] >> 33 != 0; }),
                    active);
}

struct Iadd3 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const Turned ta(m, kNegateA), tb(m, kNegateB), tc(m, kNegateC);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    const bool plain = !m.has(kExtended) && inst.dst[1] == kNoSlot && inst.dst[2] == kNoSlot;
    if (plain)
      return write<u32>(inst, regs, active,
                        [=](unsigned lane) { return ta(a[lane]) + tb(b[lane]) + tc(c[lane]); });
    const LaneMask in = m.has(kExtended) ? flags(inst, regs, 3) : 0;
    const LaneMask more = m.has(kExtended) ? flags(inst, regs, 4) : 0;
    alignas(64) u64 sum[kMaxWarpSize];
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      sum[lane] = ta.term(a[lane]) + tb.term(b[lane]) + tc.term(c[lane]) + (in >> lane & 1) +
                  (more >> lane & 1);
    write_carries(inst, regs, active, sum);
    const u64* from = sum;
    write<u32>(inst, regs, active, [=](unsigned lane) { return static_cast<u32>(from[lane]); });
  }
};

struct Imad {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const Turned tc(m, kNegateC);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    if (!m.has(kExtended))
      return write<u32>(inst, regs, active,
                        [=](unsigned lane) { return a[lane] * b[lane] + tc(c[lane]); });
    const LaneMask in = flags(inst, regs, 3);
    write<u32>(inst, regs, active,
               [=](unsigned lane) { return a[lane] * b[lane] + tc(c[lane]) + (in >> lane & 1); });
  }
};

inline u64 product(bool is_signed, u32 a, u32 b) {
  return is_signed ? static_cast<u64>(s64{static_cast<s32>(a)} * static_cast<s32>(b)) : u64{a} * b;
}
/// A 64-bit term whose sign is turned.
u64 turned(const Modifiers& m, u64 c) {
  if (!m.has(kNegateC)) return c;
  return m.has(kExtended) ? ~c : 0 - c;
}

/// Of the 64-bit sum of a product and C.
void write_carry_of_product(const Inst& inst, Registers regs, LaneMask active, LaneMask in) {
  if (inst.dst[1] == kNoSlot) return;
  const Modifiers m(inst);
  const bool is_signed = m.has(kSigned);
  const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
  const u64* c = source<u64>(inst, regs, 2);
  const LaneMask carries = lanes_where(~LaneMask{0}, [=](unsigned lane) {
    const u128 sum =
        u128{product(is_signed, a[lane], b[lane])} + turned(m, c[lane]) + (in >> lane & 1);
    return sum >> 64 != 0;
  });
  write_predicate(regs, inst.dst[1], carries, active);
}

struct ImadWide {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const bool is_signed = m.has(kSigned);
    const LaneMask in = m.has(kExtended) ? flags(inst, regs, 3) : 0;
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
    const u64* c = source<u64>(inst, regs, 2);
    const auto value = [=](unsigned lane) {
      return product(is_signed, a[lane], b[lane]) + turned(m, c[lane]) + (in >> lane & 1);
    };
    write_carry_of_product(inst, regs, active, in);
    write<u64>(inst, regs, active, value);
  }
};

struct ImadHigh {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const bool is_signed = m.has(kSigned);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
    const u64* c = source<u64>(inst, regs, 2);
    const LaneMask in = m.has(kExtended) ? flags(inst, regs, 3) : 0;
    write_carry_of_product(inst, regs, active, in);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      return (product(is_signed, a[lane], b[lane]) + turned(m, c[lane]) + (in >> lane & 1)) >> 32;
    });
  }
};

void add_with_carry(const Inst& inst, Registers regs, LaneMask active, const u32* shifted) {
  const Modifiers m(inst);
  const Turned ta(m, kNegateA), tb(m, kNegateB);
  const LaneMask in = m.has(kExtended) ? flags(inst, regs, 3) : 0;
  const u32* b = source<u32>(inst, regs, 1);
  alignas(64) u64 sum[kMaxWarpSize];
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
    sum[lane] = ta.term(shifted[lane]) + tb.term(b[lane]) + (in >> lane & 1);
  write_carries(inst, regs, active, sum);
  const u64* from = sum;
  write<u32>(inst, regs, active, [=](unsigned lane) { return static_cast<u32>(from[lane]); });
}

struct Lea {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const unsigned n = Modifiers(inst).amount();
    const u32* a = source<u32>(inst, regs, 0);
    alignas(64) u32 shifted[kMaxWarpSize];
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) shifted[lane] = a[lane] << n;
    add_with_carry(inst, regs, active, shifted);
  }
};
struct LeaHigh {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const unsigned n = m.amount();
    const bool extends = m.has(kSigned);
    const u32 *a = source<u32>(inst, regs, 0), *c = source<u32>(inst, regs, 2);
    alignas(64) u32 shifted[kMaxWarpSize];
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
      const u32 high = extends ? static_cast<u32>(static_cast<s32>(a[lane]) >> 31) : c[lane];
      shifted[lane] = static_cast<u32>((u64{high} << 32 | a[lane]) << n >> 32);
    }
    add_with_carry(inst, regs, active, shifted);
  }
};

struct Iabs {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32* a = source<u32>(inst, regs, 0);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const u32 sign = static_cast<u32>(static_cast<s32>(a[lane]) >> 31);
      return (a[lane] ^ sign) - sign;
    });
  }
};

/// Unsigned numbers keep their order as signed ones with the top bit turned.
struct Order {
  u32 turn;
  explicit Order(const Modifiers& m) : turn(m.has(kSigned) ? 0 : 0x80000000) {}
  u32 pick(u32 a, u32 b, bool least) const {
    const bool less = static_cast<s32>(a ^ turn) < static_cast<s32>(b ^ turn);
    return less == least ? a : b;
  }
};
struct Imnmx {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Order order{Modifiers(inst)};
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
    const LaneMask least = flags(inst, regs, 2);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      return order.pick(a[lane], b[lane], (least >> lane & 1) != 0);
    });
  }
};
template <bool kSum>
struct Imnmx3 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const Order order{m};
    const Turned ta(m, kNegateA), tb(m, kNegateB);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    const LaneMask least = flags(inst, regs, 3);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const bool min = (least >> lane & 1) != 0;
      const u32 first = kSum ? ta(a[lane]) + tb(b[lane]) : order.pick(a[lane], b[lane], min);
      return order.pick(first, c[lane], min);
    });
  }
};

struct Flo {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const bool is_signed = m.has(kSigned), as_shift = m.has(kPositions);
    const u32 invert = m.has(kInvertA) ? ~u32{0} : 0;
    const u32* a = source<u32>(inst, regs, 0);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const u32 x = a[lane] ^ invert;
      const u32 top = is_signed ? find_top(static_cast<s32>(x)) : find_top(x);
      return as_shift && top != kNotFound ? 31 - top : top;
    });
  }
};
struct Popc {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32 invert = Modifiers(inst).has(kInvertA) ? ~u32{0} : 0;
    const u32* a = source<u32>(inst, regs, 0);
    write<u32>(inst, regs, active,
               [=](unsigned lane) { return static_cast<u32>(std::popcount(a[lane] ^ invert)); });
  }
};
struct Brev {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32* a = source<u32>(inst, regs, 0);
    write<u32>(inst, regs, active, [=](unsigned lane) { return reverse_bits(a[lane]); });
  }
};
struct Bmsk {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool wraps = Modifiers(inst).has(kWrap);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      return wraps ? bit_mask_wrap(a[lane], b[lane]) : bit_mask_clamp(a[lane], b[lane]);
    });
  }
};
struct Sgxt {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const bool wraps = m.has(kWrap), is_signed = m.has(kSigned);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      const auto extended = [&](auto x) {
        return static_cast<u32>(wraps ? extend_wrap(x, b[lane]) : extend_clamp(x, b[lane]));
      };
      return is_signed ? extended(static_cast<s32>(a[lane])) : extended(a[lane]);
    });
  }
};

/// The element of A and of B by their signs: bit 0, bit 1 of the function.
struct Idp {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const unsigned signs = Modifiers(inst).function();
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      switch (signs) {
        case 0:
          return dot<u8, u8>(a[lane], b[lane], c[lane]);
        case 1:
          return dot<s8, u8>(a[lane], b[lane], c[lane]);
        case 2:
          return dot<u8, s8>(a[lane], b[lane], c[lane]);
        default:
          return dot<s8, s8>(a[lane], b[lane], c[lane]);
      }
    });
  }
};

struct AddThree {
  u32 operator()(u32 a, u32 b, u32 c) const { return a + b + c; }
};
struct MultiplyWords {
  u32 operator()(u32 a, u32 b, u32 c) const { return a * b + c; }
};
template <class T>
struct MultiplyWide {
  u64 operator()(T a, T b, u64 c) const { return static_cast<u64>(Twice<T>{a} * b) + c; }
};
struct ShiftedSum {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const unsigned n = Modifiers(inst).amount();
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
    write<u32>(inst, regs, active, [=](unsigned lane) { return (a[lane] << n) + b[lane]; });
  }
};

// Without carries in or out, and no sign turned.
bool has_only_terms(const Inst& inst) {
  const Modifiers m(inst);
  return !m.has(kExtended) && !m.has(kNegateA) && !m.has(kNegateB) && !m.has(kNegateC) &&
         inst.dst[1] == kNoSlot && inst.dst[2] == kNoSlot;
}

}  // namespace

LaneOp usual_integer(Lanes which, const Inst& inst) {
  if (!has_only_terms(inst)) return nullptr;
  switch (which) {
    case Lanes::iadd3:
      return detail::map_signature<AddThree, u32(u32, u32, u32)>();
    case Lanes::imad:
      return detail::map_signature<MultiplyWords, u32(u32, u32, u32)>();
    case Lanes::imad_wide:
      return Modifiers(inst).has(kSigned)
                 ? detail::map_signature<MultiplyWide<s32>, u64(s32, s32, u64)>()
                 : detail::map_signature<MultiplyWide<u32>, u64(u32, u32, u64)>();
    case Lanes::lea:
      return pick<ShiftedSum>();
    default:
      return nullptr;
  }
}

LaneOp mov_lanes() {
  return pick<Mov>();
}
LaneOp iadd3_lanes() {
  return pick<Iadd3>();
}
LaneOp imad_lanes() {
  return pick<Imad>();
}
LaneOp imad_wide_lanes() {
  return pick<ImadWide>();
}
LaneOp imad_high_lanes() {
  return pick<ImadHigh>();
}
LaneOp lea_lanes() {
  return pick<Lea>();
}
LaneOp lea_high_lanes() {
  return pick<LeaHigh>();
}
LaneOp iabs_lanes() {
  return pick<Iabs>();
}
LaneOp imnmx_lanes() {
  return pick<Imnmx>();
}
LaneOp imnmx3_lanes() {
  return pick<Imnmx3<false>>();
}
LaneOp iadd_mnmx_lanes() {
  return pick<Imnmx3<true>>();
}
LaneOp flo_lanes() {
  return pick<Flo>();
}
LaneOp popc_lanes() {
  return pick<Popc>();
}
LaneOp brev_lanes() {
  return pick<Brev>();
}
LaneOp bmsk_lanes() {
  return pick<Bmsk>();
}
LaneOp sgxt_lanes() {
  return pick<Sgxt>();
}
LaneOp idp_lanes() {
  return pick<Idp>();
}

}  // namespace simt::machine
