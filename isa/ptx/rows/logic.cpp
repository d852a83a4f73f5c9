// Logic and shifts (PTX ISA 9.7.8), on bits and on predicates.
#include "isa/core/lanes/bit_math.h"
#include "isa/core/lanes/logic_lanes.h"
#include "isa/core/lanes/predicates.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace logic_rows {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

template <class T>
using Shifted = T(T, u32);
using Funnel = u32(u32, u32, u32);

/// The 64 bits {high, low} that a funnel shift moves.
constexpr u64 joined(u32 low, u32 high) {
  return static_cast<u64>(high) << 32 | low;
}
constexpr u32 funnel_left(u32 a, u32 b, u32 n) {
  return static_cast<u32>(joined(a, b) << n >> 32);
}
constexpr u32 funnel_right(u32 a, u32 b, u32 n) {
  return static_cast<u32>(joined(a, b) >> n);
}
constexpr u32 clamped(u32 n) {
  return std::min<u32>(n, 32);
}

constexpr auto kAnd = [](auto a, auto b) { return a & b; };
constexpr auto kOr = [](auto a, auto b) { return a | b; };
constexpr auto kXor = [](auto a, auto b) { return a ^ b; };
constexpr auto kNot = [](auto a) { return ~a; };

// clang-format off
constexpr OpInfo kRows[] = {
    {"and.pred", "d, a, b", Alu, Logic, on_predicates(kAnd), "and"},
    {"and(.b16|.b32)", "d, a, b", Alu, Logic, by_width<u16, u32>(kAnd), "and"},
    {"and.b64", "d, a, b", Alu, Logic, by_width<u64>(kAnd), "and", 2},
    {"or.pred", "d, a, b", Alu, Logic, on_predicates(kOr), "or"},
    {"or(.b16|.b32)", "d, a, b", Alu, Logic, by_width<u16, u32>(kOr), "or"},
    {"or.b64", "d, a, b", Alu, Logic, by_width<u64>(kOr), "or", 2},
    {"xor.pred", "d, a, b", Alu, Logic, on_predicates(kXor), "xor"},
    {"xor(.b16|.b32)", "d, a, b", Alu, Logic, by_width<u16, u32>(kXor), "xor"},
    {"xor.b64", "d, a, b", Alu, Logic, by_width<u64>(kXor), "xor", 2},
    {"not.pred", "d, a", Alu, Logic, on_predicates(kNot), "not"},
    {"not(.b16|.b32)", "d, a", Alu, Logic, by_width<u16, u32>(kNot), "not"},
    {"not.b64", "d, a", Alu, Logic, by_width<u64>(kNot), "not", 2},
    {"cnot(.b16|.b32)", "d, a", Alu, Logic, by_width<u16, u32>([](auto a) { return a == 0; }), "cnot", 3, false, {.multiply = 1}},
    {"cnot.b64", "d, a", Alu, Logic, by_width<u64>([](auto a) { return a == 0; }), "cnot", 5, false, {.multiply = 1}},
    {"lop3.b32", "d, a, b, c, #e", Alu, Logic, whole<Lop3>(), "lop3"},
    {"lop3(.or|.and).b32", "d|p, a, b, c, #e, q:pred", Alu, Logic, whole<Lop3Test>(), "lop3"},

    {"shl(.b16|.b32)", "d, a, b:u32", Alu, Shift, typed<Shifted, u16, u32>([](auto a, u32 b) { return shift_left(a, b); }), "shl"},
    {"shl.b64", "d, a, b:u32", Alu, Shift, typed<Shifted, u64>([](auto a, u32 b) { return shift_left(a, b); }), "shl", 2},
    {"shr(.b16|.u16|.s16|.b32|.u32|.s32)", "d, a, b:u32", Alu, Shift, typed<Shifted, u16, s16, u32, s32>([](auto a, u32 b) { return shift_right(a, b); }), "shr"},
    {"shr(.b64|.u64|.s64)", "d, a, b:u32", Alu, Shift, typed<Shifted, u64, s64>([](auto a, u32 b) { return shift_right(a, b); }), "shr", 2},
    {"shf.l.clamp.b32", "d, a, b, c:u32", Alu, Shift, fixed<Funnel>([](u32 a, u32 b, u32 c) { return funnel_left(a, b, clamped(c)); }), "shf"},
    {"shf.l.wrap.b32", "d, a, b, c:u32", Alu, Shift, fixed<Funnel>([](u32 a, u32 b, u32 c) { return funnel_left(a, b, c & 31); }), "shf"},
    {"shf.r.clamp.b32", "d, a, b, c:u32", Alu, Shift, fixed<Funnel>([](u32 a, u32 b, u32 c) { return funnel_right(a, b, clamped(c)); }), "shf"},
    {"shf.r.wrap.b32", "d, a, b, c:u32", Alu, Shift, fixed<Funnel>([](u32 a, u32 b, u32 c) { return funnel_right(a, b, c & 31); }), "shf"},
};
// clang-format on

}  // namespace logic_rows
}  // namespace

std::span<const OpInfo> logic_ops() {
  return logic_rows::kRows;
}
}  // namespace simt
