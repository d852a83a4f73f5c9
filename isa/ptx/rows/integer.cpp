// Integer arithmetic (PTX ISA 9.7.1). Results wrap modulo 2^width unless a row says .sat.
//
// machine_insts and what of them other pipes get (here and in the other row files): what
// tools/measure_expansion.py counts for ptxas 13.0 on sm_75 and sm_90, which differ by one at most;
// for sm_90 where they do. A called routine (16- and 64-bit division) counts with its call, one
// that branches by its common path. A row for several types has the 32-bit figure: sign extensions
// that 16-bit operands may need come on top. What the assembler can make disappear (mov,
// cvta.global) still counts one.
//
// Of 64-bit products and divisions all stays with the multiply-add pipe: IMAD.WIDE takes it twice
// as long, which is as much as the additions beside it (an H200: 8.7 cycles a mul.lo.u64, 134 a
// div.u64, kernels/micro/class_integer64.ir).
//
// Chains of divisions: results timed on an H200 (kernels/micro/class_divide.ir), less 17 cycles of
// the special unit, over 4.
//
// mul.wide is timed as a multiplication although IMAD.WIDE takes as long as IMAD.HI: the 64-bit
// addition that mostly follows is a part of that instruction, and is charged on its own here.
#include "isa/core/lanes/int_math.h"
#include "isa/core/lanes/lanes.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace integer_rows {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

template <class T>
using Wide = Twice<T>(T, T);
template <class T>
using WideAdd = Twice<T>(T, T, Twice<T>);
using Packed = u32(u32, u32);
using Dot = u32(u32, u32, u32);

constexpr auto kAdd = [](auto a, auto b) { return a + b; };
constexpr auto kSub = [](auto a, auto b) { return a - b; };
constexpr auto kMin = [](auto a, auto b) { return std::min(a, b); };
constexpr auto kMax = [](auto a, auto b) { return std::max(a, b); };
// 1u keeps the product of two u16 out of int.
constexpr auto kMul = [](auto a, auto b) { return 1u * a * b; };
constexpr auto kHigh = [](auto a, auto b) { return high_half(a, b); };
constexpr auto kWide = [](auto a, auto b) { return widen(a) * b; };
constexpr auto kMad = [](auto a, auto b, auto c) { return 1u * a * b + c; };
constexpr auto kMadHigh = [](auto a, auto b, auto c) { return wrap_add(high_half(a, b), c); };
constexpr auto kAbs = [](auto a) { return a < 0 ? wrap_neg(a) : a; };
constexpr auto kSad = [](auto a, auto b, auto c) { return bits_of(c) + distance(a, b); };
constexpr auto kDiv = [](auto a, auto b) { return divide(a, b); };
constexpr auto kRem = [](auto a, auto b) { return simt::remainder(a, b); };

// clang-format off
constexpr OpInfo kRows[] = {
    {"add(.u16|.s16|.u32|.s32)", "d, a, b", Alu, IntAdd, by_width<u16, u32>(kAdd), "add"},
    {"add(.u64|.s64)", "d, a, b", Alu, IntAdd, by_width<u64>(kAdd), "add", 2},
    {"add[.sat.s32]", "d, a, b", Alu, IntAdd, fixed<s32(s32, s32)>([](s32 a, s32 b) { return saturate<s32>(widen(a) + b); }), "add", 5, false, {.multiply = 1}},
    {"add(.u16x2|.s16x2)", "d:b32, a:b32, b:b32", Alu, IntAdd, fixed<Packed>([](u32 a, u32 b) { return halves<u16>(a, b, kAdd); }), "add"},
    {"sub(.u16|.s16|.u32|.s32)", "d, a, b", Alu, IntAdd, by_width<u16, u32>(kSub), "sub"},
    {"sub(.u64|.s64)", "d, a, b", Alu, IntAdd, by_width<u64>(kSub), "sub", 2},
    {"sub[.sat.s32]", "d, a, b", Alu, IntAdd, fixed<s32(s32, s32)>([](s32 a, s32 b) { return saturate<s32>(widen(a) - b); }), "sub", 5, false, {.multiply = 1}},

    {"mul.lo(.u16|.s16|.u32|.s32)", "d, a, b", Alu, IntMul, by_width<u16, u32>(kMul), "mul"},
    {"mul.lo(.u64|.s64)", "d, a, b", Alu, IntMul, by_width<u64>(kMul), "mul", 4},
    {"mul.hi(.u16|.s16|.u32|.s32)", "d, a, b", Alu, IntMulHigh, by_type<u16, s16, u32, s32>(kHigh), "mul"},
    {"mul.hi.u64", "d, a, b", Alu, IntMul, by_type<u64>(kHigh), "mul", 7},
    {"mul.hi.s64", "d, a, b", Alu, IntMul, by_type<s64>(kHigh), "mul", 17},
    {"mul.wide(.u16|.s16)", "d:wide, a, b", Alu, IntMul, typed<Wide, u16, s16>(kWide), "mul"},
    {"mul.wide(.u32|.s32)", "d:wide, a, b", Alu, IntMul, typed<Wide, u32, s32>(kWide), "mul"},
    {"mad.lo(.u16|.s16|.u32|.s32)", "d, a, b, c", Alu, IntMul, by_width<u16, u32>(kMad), "mad"},
    {"mad.lo(.u64|.s64)", "d, a, b, c", Alu, IntMul, by_width<u64>(kMad), "mad", 5},
    {"mad.hi(.u16|.s16|.u32|.s32)", "d, a, b, c", Alu, IntMulHigh, by_type<u16, s16, u32, s32>(kMadHigh), "mad"},
    {"mad.hi.u64", "d, a, b, c", Alu, IntMul, by_type<u64>(kMadHigh), "mad", 7},
    {"mad.hi.s64", "d, a, b, c", Alu, IntMul, by_type<s64>(kMadHigh), "mad", 17},
    {"mad.hi.sat.s32", "d, a, b, c", Alu, IntMul, by_type<s32>([](s32 a, s32 b, s32 c) { return saturate<s32>(widen(high_half(a, b)) + c); }), "mad", 6, false, {.integer = 4}},
    {"mad.wide(.u16|.s16)", "d:wide, a, b, c:wide", Alu, IntMul, typed<WideAdd, u16, s16>([](auto a, auto b, auto c) { return wrap_add(widen(a) * b, c); }), "mad"},
    {"mad.wide(.u32|.s32)", "d:wide, a, b, c:wide", Alu, IntMul, typed<WideAdd, u32, s32>([](auto a, auto b, auto c) { return wrap_add(widen(a) * b, c); }), "mad", 3, false, {.integer = 1}},
    {"mul24.lo(.u32|.s32)", "d, a, b", Alu, IntMul, by_type<u32, s32>([](auto a, auto b) { return product24(a, b); }), "mul24", 3, false, {.integer = 2}},
    {"mul24.hi(.u32|.s32)", "d, a, b", Alu, IntMul, by_type<u32, s32>([](auto a, auto b) { return product24(a, b) >> 16; }), "mul24", 5, false, {.integer = 4}},
    {"mad24.lo(.u32|.s32)", "d, a, b, c", Alu, IntMul, by_type<u32, s32>([](auto a, auto b, auto c) { return product24(a, b) + c; }), "mad24", 3, false, {.integer = 2}},
    {"mad24.hi(.u32|.s32)", "d, a, b, c", Alu, IntMul, by_type<u32, s32>([](auto a, auto b, auto c) { return (product24(a, b) >> 16) + c; }), "mad24", 6, false, {.integer = 4}},
    {"mad24.hi.sat.s32", "d, a, b, c", Alu, IntMul, by_type<s32>([](s32 a, s32 b, s32 c) { return saturate<s32>((product24(a, b) >> 16) + c); }), "mad24", 11, false, {.integer = 8}},

    {"div.u16", "d, a, b", Alu, IntMul, by_type<u16>(kDiv), "div", 21, false, {.integer = 8, .special = 4, .control = 2}},
    {"div.s16", "d, a, b", Alu, IntMul, by_type<s16>(kDiv), "div", 27, false, {.integer = 12, .special = 4, .control = 2}},
    {"div.u32", "d, a, b", Alu, IntMul, by_type<u32>(kDiv), "div", 18, false, {.integer = 8, .special = 3, .chain = 12}},
    {"div.s32", "d, a, b", Alu, IntMul, by_type<s32>(kDiv), "div", 26, false, {.integer = 13, .special = 3, .chain = 15}},
    {"div.u64", "d, a, b", Alu, IntMul, by_type<u64>(kDiv), "div", 70, false, {.special = 3, .control = 2, .chain = 77}},
    {"div.s64", "d, a, b", Alu, IntMul, by_type<s64>(kDiv), "div", 86, false, {.special = 3, .control = 2, .chain = 82}},
    {"rem.u16", "d, a, b", Alu, IntMul, by_type<u16>(kRem), "rem", 23, false, {.integer = 8, .special = 4, .control = 2}},
    {"rem.s16", "d, a, b", Alu, IntMul, by_type<s16>(kRem), "rem", 30, false, {.integer = 13, .special = 4, .control = 2}},
    {"rem.u32", "d, a, b", Alu, IntMul, by_type<u32>(kRem), "rem", 17, false, {.integer = 7, .special = 3, .chain = 12}},
    {"rem.s32", "d, a, b", Alu, IntMul, by_type<s32>(kRem), "rem", 23, false, {.integer = 10, .special = 3, .chain = 15}},
    {"rem.u64", "d, a, b", Alu, IntMul, by_type<u64>(kRem), "rem", 66, false, {.special = 3, .control = 2, .chain = 74}},
    {"rem.s64", "d, a, b", Alu, IntMul, by_type<s64>(kRem), "rem", 80, false, {.special = 3, .control = 2, .chain = 80}},

    {"min(.u16|.s16|.u32|.s32)", "d, a, b", Alu, Compare, by_type<u16, s16, u32, s32>(kMin), "min"},
    {"min(.u64|.s64)", "d, a, b", Alu, Compare, by_type<u64, s64>(kMin), "min", 4},
    {"min.relu.s32", "d, a, b", Alu, Compare, by_type<s32>([](s32 a, s32 b) { return std::max(std::min(a, b), 0); }), "min"},
    {"min.u16x2", "d:b32, a:b32, b:b32", Alu, Compare, fixed<Packed>([](u32 a, u32 b) { return halves<u16>(a, b, kMin); }), "min"},
    {"min.s16x2", "d:b32, a:b32, b:b32", Alu, Compare, fixed<Packed>([](u32 a, u32 b) { return halves<s16>(a, b, kMin); }), "min"},
    {"min.relu.s16x2", "d:b32, a:b32, b:b32", Alu, Compare, fixed<Packed>([](u32 a, u32 b) { return halves<s16>(halves<s16>(a, b, kMin), 0, kMax); }), "min"},
    {"max(.u16|.s16|.u32|.s32)", "d, a, b", Alu, Compare, by_type<u16, s16, u32, s32>(kMax), "max"},
    {"max(.u64|.s64)", "d, a, b", Alu, Compare, by_type<u64, s64>(kMax), "max", 4},
    {"max.relu.s32", "d, a, b", Alu, Compare, by_type<s32>([](s32 a, s32 b) { return std::max({a, b, 0}); }), "max"},
    {"max.u16x2", "d:b32, a:b32, b:b32", Alu, Compare, fixed<Packed>([](u32 a, u32 b) { return halves<u16>(a, b, kMax); }), "max"},
    {"max.s16x2", "d:b32, a:b32, b:b32", Alu, Compare, fixed<Packed>([](u32 a, u32 b) { return halves<s16>(a, b, kMax); }), "max"},
    {"max.relu.s16x2", "d:b32, a:b32, b:b32", Alu, Compare, fixed<Packed>([](u32 a, u32 b) { return halves<s16>(halves<s16>(a, b, kMax), 0, kMax); }), "max"},

    {"abs(.s16|.s32)", "d, a", Alu, IntAdd, by_type<s16, s32>(kAbs), "abs", 2, false, {.multiply = 1}},
    {"abs.s64", "d, a", Alu, IntAdd, by_type<s64>(kAbs), "abs", 5, false, {.multiply = 1}},
    {"neg(.s16|.s32)", "d, a", Alu, IntAdd, by_type<s16, s32>([](auto a) { return wrap_neg(a); }), "neg"},
    {"neg.s64", "d, a", Alu, IntAdd, by_type<s64>([](s64 a) { return wrap_neg(a); }), "neg", 2},
    {"sad(.u16|.s16|.u32|.s32)", "d, a, b, c", Alu, Sad, by_type<u16, s16, u32, s32>(kSad), "sad"},
    {"sad(.u64|.s64)", "d, a, b, c", Alu, Sad, by_type<u64, s64>(kSad), "sad", 10, false, {.multiply = 3}},

    {"dp4a.u32.u32", "d:u32, a:u32, b:u32, c:u32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<u8, u8>(a, b, c); }), "dp4a"},
    {"dp4a.u32.s32", "d:s32, a:u32, b:s32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<u8, s8>(a, b, c); }), "dp4a"},
    {"dp4a.s32.u32", "d:s32, a:s32, b:u32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<s8, u8>(a, b, c); }), "dp4a"},
    {"dp4a.s32.s32", "d:s32, a:s32, b:s32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<s8, s8>(a, b, c); }), "dp4a"},
    {"dp2a.lo.u32.u32", "d:u32, a:u32, b:u32, c:u32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<u16, u8>(a, b, c); }), "dp2a"},
    {"dp2a.hi.u32.u32", "d:u32, a:u32, b:u32, c:u32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<u16, u8>(a, b >> 16, c); }), "dp2a"},
    {"dp2a.lo.u32.s32", "d:s32, a:u32, b:s32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<u16, s8>(a, b, c); }), "dp2a"},
    {"dp2a.hi.u32.s32", "d:s32, a:u32, b:s32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<u16, s8>(a, b >> 16, c); }), "dp2a"},
    {"dp2a.lo.s32.u32", "d:s32, a:s32, b:u32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<s16, u8>(a, b, c); }), "dp2a"},
    {"dp2a.hi.s32.u32", "d:s32, a:s32, b:u32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<s16, u8>(a, b >> 16, c); }), "dp2a"},
    {"dp2a.lo.s32.s32", "d:s32, a:s32, b:s32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<s16, s8>(a, b, c); }), "dp2a"},
    {"dp2a.hi.s32.s32", "d:s32, a:s32, b:s32, c:s32", Alu, IntMul, fixed<Dot>([](u32 a, u32 b, u32 c) { return dot<s16, s8>(a, b >> 16, c); }), "dp2a"},
};
// clang-format on

}  // namespace integer_rows
}  // namespace

std::span<const OpInfo> integer_ops() {
  return integer_rows::kRows;
}

}  // namespace simt
