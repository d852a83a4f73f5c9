// Comparison and selection (PTX ISA 9.7.6, 9.7.7): setp, set, selp, slct.
#include "isa/core/lanes/compare_lanes.h"
#include "isa/core/lanes/predicates.h"

#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace compare_rows {

constexpr Kind Alu = Kind::Alu;
using enum OpClass;
using namespace compare;

template <class T>
using BySign = T(T, T, s32);
template <class T>
using ByFloatSign = T(T, T, f32);

// clang-format off
#define EQUALITY "(.eq|.ne)"
#define SIGNED "(.eq|.ne|.lt|.le|.gt|.ge)"
#define UNSIGNED "(.eq|.ne|.lt|.le|.gt|.ge|.lo|.ls|.hi|.hs)"
#define FLOAT "(.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan)"
// Without and with a third, predicate operand.
#define SETP_TO(result, comparison, ftz, types, op_class, select, insts)                             \
    {"setp" comparison ftz types, result ", a, b", Alu, op_class, select, "setp", insts},            \
    {"setp[" comparison "(.and|.or|.xor)" ftz "]" types, result ", a, b, c:pred", Alu, op_class, select, "setp", insts}
#define SETP(comparison, ftz, types, op_class, select, insts)                                        \
    SETP_TO("d|p:pred", comparison, ftz, types, op_class, select, insts)
#define SET(comparison, ftz, types, op_class, select, insts)                                         \
    {"set" comparison ftz types, "d, a:t2, b:t2", Alu, op_class, select, "set", insts},              \
    {"set[" comparison "(.and|.or|.xor)" ftz "]" types, "d, a:t2, b:t2, c:pred", Alu, op_class, select, "set", insts}

constexpr OpInfo kRows[] = {
    SETP(EQUALITY, "", "(.b16|.b32)", Compare, (integers<SetPredicate, u16, u32>()), 1),
    SETP(EQUALITY, "", ".b64", Compare, (integers<SetPredicate, u64>()), 2),
    SETP(UNSIGNED, "", "(.u16|.u32)", Compare, (integers<SetPredicate, u16, u32>()), 1),
    SETP(UNSIGNED, "", ".u64", Compare, (integers<SetPredicate, u64>()), 2),
    SETP(SIGNED, "", "(.s16|.s32)", Compare, (integers<SetPredicate, s16, s32>()), 1),
    SETP(SIGNED, "", ".s64", Compare, (integers<SetPredicate, s64>()), 2),
    SETP(FLOAT, "{.ftz}", ".f32", Compare, (floats<SetPredicate, f32, AsStored, Flushed>()), 1),
    SETP(FLOAT, "", ".f64", Fp64, (floats<SetPredicate, f64>()), 1),
    SETP_TO("d:pred", FLOAT, "{.ftz}", ".f16", Fp16, (halves<SetPredicate, u16, kHalfInfinity>()), 1),
    SETP(FLOAT, "{.ftz}", ".f16x2", Fp16, (halves<SetPredicatePacked, u32, kHalfInfinity>()), 1),
    SETP_TO("d:pred", FLOAT, "", ".bf16", Fp16, (halves<SetPredicate, u16, kBfloatInfinity>()), 1),
    SETP(FLOAT, "", ".bf16x2", Fp16, (halves<SetPredicatePacked, u32, kBfloatInfinity>()), 1),

    SET(EQUALITY, "", "(.u32|.s32|.f32)(.b16|.b32)", Compare, (integers<SetValue, u16, u32>()), 2),
    SET(EQUALITY, "", "(.u32|.s32|.f32).b64", Compare, (integers<SetValue, u64>()), 3),
    SET(UNSIGNED, "", "(.u32|.s32|.f32)(.u16|.u32)", Compare, (integers<SetValue, u16, u32>()), 2),
    SET(UNSIGNED, "", "(.u32|.s32|.f32).u64", Compare, (integers<SetValue, u64>()), 3),
    SET(SIGNED, "", "(.u32|.s32|.f32)(.s16|.s32)", Compare, (integers<SetValue, s16, s32>()), 2),
    SET(SIGNED, "", "(.u32|.s32|.f32).s64", Compare, (integers<SetValue, s64>()), 3),
    SET(FLOAT, "{.ftz}", "(.u32|.s32|.f32).f32", Compare, (floats<SetValue, f32, AsStored, Flushed>()), 2),
    SET(FLOAT, "", "(.u32|.s32|.f32).f64", Fp64, (floats<SetValue, f64>()), 2),
    SET(FLOAT, "{.ftz}", "(.f16|.u16|.s16|.u32|.s32).f16", Fp16, (halves<SetValue, u16, kHalfInfinity>()), 2),
    SET(FLOAT, "{.ftz}", "(.f16x2|.u32|.s32).f16x2", Fp16, (halves<SetValuePacked, u32, kHalfInfinity>()), 1),
    SET(FLOAT, "", "(.bf16|.u16|.s16|.u32|.s32).bf16", Fp16, (halves<SetValue, u16, kBfloatInfinity>()), 2),
    SET(FLOAT, "", "(.bf16x2|.u32|.s32).bf16x2", Fp16, (halves<SetValuePacked, u32, kBfloatInfinity>()), 1),

    {"selp(.b16|.u16|.s16|.b32|.u32|.s32|.f32)", "d, a, b, c:pred", Alu, Compare, whole_by_width<Select, u16, u32>(), "selp"},
    {"selp(.b64|.u64|.s64|.f64)", "d, a, b, c:pred", Alu, Compare, whole_by_width<Select, u64>(), "selp", 2},
    {"slct(.b16|.u16|.s16|.b32|.u32|.s32|.f32).s32", "d, a, b, c:t2", Alu, Compare, typed_by_width<BySign, u16, u32>([](auto a, auto b, s32 c) { return c >= 0 ? a : b; }), "slct", 2},
    {"slct(.b64|.u64|.s64|.f64).s32", "d, a, b, c:t2", Alu, Compare, typed_by_width<BySign, u64>([](auto a, auto b, s32 c) { return c >= 0 ? a : b; }), "slct", 3},
    // A subnormal -x flushes to -0, which is not below zero; NaN selects b.
    {"slct(.b16|.u16|.s16|.b32|.u32|.s32|.f32).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u16, u32>([](auto a, auto b, f32 c) { return c >= 0 ? a : b; }), "slct", 2},
    {"slct(.b64|.u64|.s64|.f64).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u64>([](auto a, auto b, f32 c) { return c >= 0 ? a : b; }), "slct", 3},
    {"slct.ftz(.b16|.u16|.s16|.b32|.u32|.s32|.f32).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u16, u32>([](auto a, auto b, f32 c) { return Flushed{}(c) >= 0 ? a : b; }), "slct", 3},
    {"slct.ftz(.b64|.u64|.s64|.f64).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u64>([](auto a, auto b, f32 c) { return Flushed{}(c) >= 0 ? a : b; }), "slct", 4},
};
// clang-format on

}  // namespace compare_rows
}  // namespace

std::span<const OpInfo> compare_ops() {
  return compare_rows::kRows;
}

}  // namespace simt
