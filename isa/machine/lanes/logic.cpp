// Logic, shifts, selection and comparison of 32-bit integers, and predicates.
#include "isa/core/lanes/bit_math.h"
#include "isa/machine/lanes/loops.h"
#include "isa/machine/lanes/usual.h"

namespace simt::machine {
namespace {

/// The function of three words that a table gives: bit 4a + 2b + c of it.
struct Table {
  u32 row[8];
  explicit Table(unsigned table) {
    for (unsigned i = 0; i < 8; ++i) row[i] = (table >> i & 1) != 0 ? ~u32{0} : 0;
  }
  static u32 choose(u32 by, u32 one, u32 zero) { return (one & by) | (zero & ~by); }
  u32 operator()(u32 a, u32 b, u32 c) const {
    const u32 at11 = choose(c, row[7], row[6]), at10 = choose(c, row[5], row[4]);
    const u32 at01 = choose(c, row[3], row[2]), at00 = choose(c, row[1], row[0]);
    return choose(a, choose(b, at11, at10), choose(b, at01, at00));
  }
};

/// A loop of its own for tables of two operands and a few of three.
template <class F>
LaneOp of_table(F) {
  return detail::map_signature<F, u32(u32, u32, u32)>();
}
LaneOp usual_table(unsigned table) {
  switch (table) {
    case 0xc0:
      return of_table([](u32 a, u32 b, u32) { return a & b; });
    case 0xfc:
      return of_table([](u32 a, u32 b, u32) { return a | b; });
    case 0x3c:
      return of_table([](u32 a, u32 b, u32) { return a ^ b; });
    case 0x30:
      return of_table([](u32 a, u32 b, u32) { return a & ~b; });
    case 0xf8:
      return of_table([](u32 a, u32 b, u32 c) { return a | (b & c); });
    default:
      return nullptr;
  }
}

struct Lop3 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    const Table table(m.table());
    const auto value = [=](unsigned lane) { return table(a[lane], b[lane], c[lane]); };
    if (inst.dst[1] != kNoSlot) {
      const LaneMask some = lanes_where(~LaneMask{0}, [=](unsigned l) { return value(l) != 0; });
      const LaneMask with = flags(inst, regs, 3);
      write_predicate(regs, inst.dst[1], m.has(kAnd) ? some & with : some | with, active);
    }
    write<u32>(inst, regs, active, value);
  }
};

/// Three predicates src[0..2], two tables; the second result is the second table's.
struct Plop3 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const LaneMask a = flags(inst, regs, 0), b = flags(inst, regs, 1), c = flags(inst, regs, 2);
    const LaneMask first = Table(m.table())(a, b, c), second = Table(m.second_table())(a, b, c);
    write_predicate(regs, inst.dst[0], first, active);
    write_predicate(regs, inst.dst[1], second, active);
  }
};

struct Plop3Signs {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const auto signs = [&](std::size_t i) {
      const u32* x = source<u32>(inst, regs, i);
      return lanes_where(active, [=](unsigned lane) { return x[lane] >> 31 != 0; });
    };
    const LaneMask a = signs(0), b = signs(1), c = signs(2);
    write_predicate(regs, inst.dst[0], Table(m.table())(a, b, c), active);
    write_predicate(regs, inst.dst[1], Table(m.second_table())(a, b, c), active);
  }
};

template <bool kRightward, bool kSignedType, bool kUpper>
void shift(const Inst& inst, Registers regs, LaneMask active) {
  const Modifiers m(inst);
  const u32 most = m.has(kWide) ? 64 : 32;
  const bool wraps = m.has(kWrap);
  const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
            *c = source<u32>(inst, regs, 2);
  write<u32>(inst, regs, active, [=](unsigned lane) {
    const u32 n = wraps ? b[lane] & (most - 1) : b[lane] < most ? b[lane] : most;
    const u64 both = u64{c[lane]} << 32 | a[lane];
    u64 shifted;
    if constexpr (!kRightward)
      shifted = n < 64 ? both << n : 0;
    else if constexpr (kSignedType)
      shifted = static_cast<u64>(static_cast<s64>(both) >> (n < 63 ? n : 63));
    else
      shifted = n < 64 ? both >> n : 0;
    return static_cast<u32>(kUpper ? shifted >> 32 : shifted);
  });
}
struct Shf {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    if (!m.has(kRight))
      return m.has(kHigh) ? shift<false, false, true>(inst, regs, active)
                          : shift<false, false, false>(inst, regs, active);
    if (m.has(kSigned))
      return m.has(kHigh) ? shift<true, true, true>(inst, regs, active)
                          : shift<true, true, false>(inst, regs, active);
    return m.has(kHigh) ? shift<true, false, true>(inst, regs, active)
                        : shift<true, false, false>(inst, regs, active);
  }
};

/// Of one word, which nothing is shifted into: the lower of a shift to the left, the upper of one
/// to the right.
template <class T, bool kRightward, bool kWraps>
struct ShiftWord {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const T* x = source<T>(inst, regs, kRightward ? 2 : 0);
    const u32* by = source<u32>(inst, regs, 1);
    write<T>(inst, regs, active, [=](unsigned lane) {
      const u32 n = kWraps ? by[lane] & 31 : by[lane];
      if constexpr (std::is_signed_v<T>)
        return x[lane] >> (n < 31 ? n : 31);
      else
        return n < 32 ? (kRightward ? x[lane] >> n : x[lane] << n) : T{0};
    });
  }
};
template <bool kWraps>
LaneOp shift_word(const Modifiers& m) {
  if (!m.has(kRight)) return pick<ShiftWord<u32, false, kWraps>>();
  return m.has(kSigned) ? pick<ShiftWord<s32, true, kWraps>>()
                        : pick<ShiftWord<u32, true, kWraps>>();
}

/// Bytes that the modes of PRMT choose, by the lowest two bits of B: .F4E, .B4E, .RC8, .ECL, .ECR,
/// .RC16.
constexpr u16 kPermuted[6][4] = {
    {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
    {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
    {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};

struct Prmt {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1),
              *c = source<u32>(inst, regs, 2);
    if (const unsigned mode = Modifiers(inst).function(); mode != 0) {
      const u16* const chosen = kPermuted[mode - 1];
      return write<u32>(inst, regs, active, [=](unsigned lane) {
        return permute(a[lane], c[lane], chosen[b[lane] & 3]);
      });
    }
    write<u32>(inst, regs, active,
               [=](unsigned lane) { return permute(a[lane], c[lane], b[lane]); });
  }
};

struct Sel {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32 *a = source<u32>(inst, regs, 0), *b = source<u32>(inst, regs, 1);
    const LaneMask first = flags(inst, regs, 2);
    write<u32>(inst, regs, active,
               [=](unsigned lane) { return (first >> lane & 1) != 0 ? a[lane] : b[lane]; });
  }
};

/// Lanes in which a and b compare so.
template <class T>
LaneMask compared(unsigned comparison, const T* a, const T* b) {
  const auto where = [](auto f) { return lanes_where(~LaneMask{0}, f); };
  switch (comparison) {
    case kLess:
      return where([=](unsigned l) { return a[l] < b[l]; });
    case kEqual:
      return where([=](unsigned l) { return a[l] == b[l]; });
    case kLessEqual:
      return where([=](unsigned l) { return a[l] <= b[l]; });
    case kGreater:
      return where([=](unsigned l) { return a[l] > b[l]; });
    case kNotEqual:
      return where([=](unsigned l) { return a[l] != b[l]; });
    case kGreaterEqual:
      return where([=](unsigned l) { return a[l] >= b[l]; });
    default:
      return comparison == kFalse ? 0 : ~LaneMask{0};
  }
}
struct Isetp {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const unsigned comparison = m.function() & 15;
    LaneMask truth =
        m.has(kSigned)
            ? compared(comparison, source<s32>(inst, regs, 0), source<s32>(inst, regs, 1))
            : compared(comparison, source<u32>(inst, regs, 0), source<u32>(inst, regs, 1));
    if (m.has(kExtended)) {  // where the upper words are equal, the lower ones decide
      const LaneMask equal =
          compared(kEqual, source<u32>(inst, regs, 0), source<u32>(inst, regs, 1));
      truth = (truth & ~equal) | (flags(inst, regs, 3) & equal);
    }
    write_comparison(inst, regs, active, truth, 2);
  }
};

constexpr unsigned kPredicates = 7;

/// Predicates lie one after the other, from src[2] on; src[1] says which.
struct P2r {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const unsigned shift = 8 * Modifiers(inst).amount();
    const LaneMask* const p = lane_data<const LaneMask>(regs, inst.src[2]);
    const u32 *a = source<u32>(inst, regs, 0), *mask = source<u32>(inst, regs, 1);
    write<u32>(inst, regs, active, [=](unsigned lane) {
      u32 bits = 0;
      for (unsigned i = 0; i < kPredicates; ++i) bits |= (p[i] >> lane & 1) << i;
      const u32 kept = (mask[lane] & 0xff) << shift;
      return (a[lane] & ~kept) | (bits << shift & kept);
    });
  }
};
struct R2p {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const unsigned shift = 8 * Modifiers(inst).amount();
    LaneMask* const p = lane_data<LaneMask>(regs, inst.dst[0]);
    const u32 *a = source<u32>(inst, regs, 0), *mask = source<u32>(inst, regs, 1);
    for (unsigned i = 0; i < kPredicates; ++i) {
      const LaneMask named =
          lanes_where(active, [=](unsigned lane) { return (mask[lane] >> i & 1) != 0; });
      const LaneMask bits =
          lanes_where(active, [=](unsigned lane) { return (a[lane] >> shift >> i & 1) != 0; });
      p[i] = (p[i] & ~named) | (bits & named);
    }
  }
};

}  // namespace

LaneOp usual_logic(Lanes which, const Inst& inst) {
  const Modifiers m(inst);
  if (which == Lanes::lop3 && inst.dst[1] == kNoSlot) return usual_table(m.table());
  const bool of_word = !m.has(kWide) && m.has(kRight) == m.has(kHigh);
  if (which == Lanes::shf && of_word)
    return m.has(kWrap) ? shift_word<true>(m) : shift_word<false>(m);
  return nullptr;
}

LaneOp lop3_lanes() {
  return pick<Lop3>();
}
LaneOp plop3_lanes() {
  return pick<Plop3>();
}
LaneOp plop3_signs_lanes() {
  return pick<Plop3Signs>();
}
LaneOp shf_lanes() {
  return pick<Shf>();
}
LaneOp prmt_lanes() {
  return pick<Prmt>();
}
LaneOp sel_lanes() {
  return pick<Sel>();
}
LaneOp isetp_lanes() {
  return pick<Isetp>();
}
LaneOp p2r_lanes() {
  return pick<P2r>();
}
LaneOp r2p_lanes() {
  return pick<R2p>();
}

}  // namespace simt::machine
