// Extended-precision arithmetic through the carry flag CC.CF (PTX ISA 9.7.2).
// As on hardware CC.CF is the carry of the adder in both directions: a subtraction adds the
// complement of b and 1, so it leaves 1 where it did not borrow, and subc adds CC.CF in place of
// the 1. The PTX ISA calls the flag of a subtraction its borrow; the two differ only where an
// addition reads what a subtraction wrote, or the other way round (docs/DEVIATIONS.md).
#include "isa/core/lanes/carry_lanes.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace extended_rows {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

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

}  // namespace extended_rows
}  // namespace

std::span<const OpInfo> extended_ops() {
  return extended_rows::kRows;
}

}  // namespace simt
