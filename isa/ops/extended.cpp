// Extended-precision arithmetic through the carry flag CC.CF (PTX ISA 9.7.2).
// As on hardware CC.CF is the carry of the adder in both directions: a subtraction adds the
// complement of b and 1, so it leaves 1 where it did not borrow, and subc adds CC.CF in place of
// the 1. The PTX ISA calls the flag of a subtraction its borrow; the two differ only where an
// addition reads what a subtraction wrote, or the other way round (docs/DEVIATIONS.md).
#include "isa/ops/groups.h"
#include "isa/ops/int_math.h"
#include "isa/ops/lanes.h"

namespace simt {
namespace {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

/// One lane's result with the carry that leaves it.
template <class T>
struct Carried {
  T value;
  bool out;
};

template <class T>
constexpr Carried<T> add_carry(T a, T b, bool in) {
  const auto sum = widen(a) + b + in;
  return {static_cast<T>(sum), (sum >> kBits<T>) != 0};
}

/// f(operands..., carry in) -> Carried<T>. The carry slots: see the notation in op_table.h.
template <class F, class T, bool kReads, class... S>
struct CarryMap {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    apply(inst, regs, active, std::index_sequence_for<S...>{});
  }
  template <std::size_t... I>
  static void apply(const Inst& inst, Registers regs, LaneMask active, std::index_sequence<I...>) {
    const LaneMask in = kReads ? predicate(regs, inst.src[sizeof...(S)]) : 0;
    T* d = lane_data<T>(regs, inst.dst[0]);
    const LaneMask out = lanes_where(active, [&](unsigned lane) {
      const Carried<T> r =
          F{}(lane_data<const S>(regs, inst.src[I])[lane]..., (in >> lane & 1) != 0);
      d[lane] = r.value;
      return r.out;
    });
    write_predicate(regs, inst.dst[1], out, active);
  }
};

template <bool kReads, class F, class T>
LaneOp carry_map() {
  using U = std::make_unsigned_t<T>;
  if constexpr (std::is_invocable_v<F, T, T, bool>)
    return detail::Versions<CarryMap<F, U, kReads, T, T>>::pick();
  else
    return detail::Versions<CarryMap<F, U, kReads, T, T, U>>::pick();
}

/// carry_out: add.cc and its like; carry_in: a row that also reads the flag, with or without .cc.
template <class... T, class F>
constexpr LaneSelect carry_out(F) {
  return [](const OpForm& form) {
    return detail::first_fit<detail::SameType, T...>(
        form, []<class U>() { return carry_map<false, F, U>(); });
  };
}
template <class... T, class F>
constexpr LaneSelect carry_in(F) {
  return [](const OpForm& form) {
    return detail::first_fit<detail::SameType, T...>(
        form, []<class U>() { return carry_map<true, F, U>(); });
  };
}

// Signed and unsigned wrap alike; only the high half of a product tells them apart.
constexpr auto kAdd = [](auto a, auto b, bool in) { return add_carry(bits_of(a), bits_of(b), in); };
constexpr auto kSubWithCarry = [](auto a, auto b, bool in) {
  return add_carry(bits_of(a), static_cast<decltype(bits_of(b))>(~bits_of(b)), in);
};
constexpr auto kSub = [](auto a, auto b, bool) { return kSubWithCarry(a, b, true); };
constexpr auto kMadLow = [](auto a, auto b, auto c, bool in) {
  return add_carry(static_cast<decltype(c)>(bits_of(a) * bits_of(b)), c, in);
};
constexpr auto kMadHigh = [](auto a, auto b, auto c, bool in) {
  return add_carry(bits_of(high_half(a, b)), c, in);
};

// clang-format off
constexpr OpInfo kRows[] = {
    {"add.cc(.u32|.s32)", "d, a, b", Alu, IntAdd, carry_out<u32, s32>(kAdd), "add.cc"},
    {"add.cc(.u64|.s64)", "d, a, b", Alu, IntAdd, carry_out<u64, s64>(kAdd), "add.cc", 2},
    {"addc{.cc}(.u32|.s32)", "d, a, b", Alu, IntAdd, carry_in<u32, s32>(kAdd), "addc", 1, true},
    {"addc{.cc}(.u64|.s64)", "d, a, b", Alu, IntAdd, carry_in<u64, s64>(kAdd), "addc", 2, true},
    {"sub.cc(.u32|.s32)", "d, a, b", Alu, IntAdd, carry_out<u32, s32>(kSub), "sub.cc"},
    {"sub.cc(.u64|.s64)", "d, a, b", Alu, IntAdd, carry_out<u64, s64>(kSub), "sub.cc", 2},
    {"subc{.cc}(.u32|.s32)", "d, a, b", Alu, IntAdd, carry_in<u32, s32>(kSubWithCarry), "subc", 1, true},
    {"subc{.cc}(.u64|.s64)", "d, a, b", Alu, IntAdd, carry_in<u64, s64>(kSubWithCarry), "subc", 2, true},
    {"mad.lo.cc(.u32|.s32)", "d, a, b, c", Alu, IntMul, carry_out<u32, s32>(kMadLow), "mad.cc"},
    {"mad.lo.cc(.u64|.s64)", "d, a, b, c", Alu, IntMul, carry_out<u64, s64>(kMadLow), "mad.cc", 5},
    {"mad.hi.cc(.u32|.s32)", "d, a, b, c", Alu, IntMulHigh, carry_out<u32, s32>(kMadHigh), "mad.cc"},
    {"mad.hi.cc.u64", "d, a, b, c", Alu, IntMul, carry_out<u64>(kMadHigh), "mad.cc", 7},
    {"mad.hi.cc.s64", "d, a, b, c", Alu, IntMul, carry_out<s64>(kMadHigh), "mad.cc", 17},
    {"madc.lo{.cc}(.u32|.s32)", "d, a, b, c", Alu, IntMul, carry_in<u32, s32>(kMadLow), "madc", 1, true},
    {"madc.lo{.cc}(.u64|.s64)", "d, a, b, c", Alu, IntMul, carry_in<u64, s64>(kMadLow), "madc", 5, true},
    {"madc.hi{.cc}(.u32|.s32)", "d, a, b, c", Alu, IntMul, carry_in<u32, s32>(kMadHigh), "madc", 1, true},
    {"madc.hi{.cc}.u64", "d, a, b, c", Alu, IntMul, carry_in<u64>(kMadHigh), "madc", 7, true},
    {"madc.hi{.cc}.s64", "d, a, b, c", Alu, IntMul, carry_in<s64>(kMadHigh), "madc", 17, true},
};
// clang-format on

}  // namespace

std::span<const OpInfo> extended_ops() {
  return kRows;
}

}  // namespace simt
