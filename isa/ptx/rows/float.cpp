// Single and double precision arithmetic (PTX ISA 9.7.3). Correctly rounded unless a row says
// .approx or .full; those give what the special function unit of sm_90 gives (approximate.h).
// machine_insts and what of them other pipes get: machine code of ptxas 13.0 for sm_90
// (tools/measure_expansion.py), the common path of one that branches; that for sm_75, sm_80 and
// sm_86 has as many on the double-precision pipe and the special unit, and differs by one or two in
// the split of copies between the two pipes that can make them (SEL or IMAD.MOV).
// A function of the special unit with scaling around it is classed with the unit of the scaling (a
// division also checks its operands in the special unit: FCHK). Chains: results timed on an H200
// (kernels/micro/class_special.ir), less 17 cycles of the special unit, over 4.
#include "isa/core/lanes/float_lanes.h"
#include "isa/core/lanes/float_test.h"
#include "isa/ptx/rows/approximate.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace float_rows {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

constexpr auto kAdd = [](auto a, auto b) { return a + b; };
constexpr auto kSub = [](auto a, auto b) { return a - b; };
constexpr auto kMul = [](auto a, auto b) { return a * b; };
constexpr auto kFma = [](auto a, auto b, auto c) { return std::fma(a, b, c); };
struct Divide {
  template <class T>
  constexpr T operator()(T a, T b) const {
    return a / b;
  }
};
/// Double-precision division is a routine that looks at its first operand first.
constexpr f64 nan_from(Divide, f64 a, f64 b) {
  return nan_of(b, a);
}
constexpr Divide kDiv;
constexpr auto kRcp = [](auto a) { return decltype(a){1} / a; };
constexpr auto kSqrt = [](auto a) { return std::sqrt(a); };
constexpr auto kAbs = [](auto a) { return with_sign(a, false); };
constexpr auto kNeg = [](auto a) { return -a; };
constexpr auto kMin =
    with_mode([](const FloatMode& m, auto a, auto b) { return select_extreme(m, a, b, false); });
constexpr auto kMax =
    with_mode([](const FloatMode& m, auto a, auto b) { return select_extreme(m, a, b, true); });
template <f32 (*f)(f32, f32)>
constexpr LaneSelect kDivideBy = fixed<f32(f32, f32)>([](f32 a, f32 b) { return f(a, b); });
template <f32 (*f)(f32)>
constexpr LaneSelect kSingle = fixed<f32(f32)>([](f32 a) { return f(a); });
template <f64 (*f)(f64)>
constexpr LaneSelect kDouble = fixed<f64(f64)>([](f64 a) { return f(a); });

// clang-format off
constexpr OpInfo kRows[] = {
    {"testp(.finite|.infinite|.number|.notanumber|.normal|.subnormal).f32", "d:pred, a", Alu, Compare, whole<TestProperty<f32>>(), "testp", 2},
    {"testp(.finite|.infinite|.number|.notanumber|.normal|.subnormal).f64", "d:pred, a", Alu, Compare, whole<TestProperty<f64>>(), "testp", 3},
    {"copysign.f32", "d, a, b", Alu, Logic, by_type<f32>([](f32 a, f32 b) { return with_sign(b, is_negative(a)); }), "copysign"},
    {"copysign.f64", "d, a, b", Alu, Logic, by_type<f64>([](f64 a, f64 b) { return with_sign(b, is_negative(a)); }), "copysign"},

    {"add{.rn|.rz|.rm|.rp}{.ftz}{.sat}.f32", "d, a, b", Alu, Fp32, arithmetic<f32>(kAdd), "add"},
    {"add{.rn|.rz|.rm|.rp}.f64", "d, a, b", Alu, Fp64, arithmetic<f64>(kAdd), "add"},
    {"sub{.rn|.rz|.rm|.rp}{.ftz}{.sat}.f32", "d, a, b", Alu, Fp32, arithmetic<f32>(kSub), "sub"},
    {"sub{.rn|.rz|.rm|.rp}.f64", "d, a, b", Alu, Fp64, arithmetic<f64>(kSub), "sub"},
    {"mul{.rn|.rz|.rm|.rp}{.ftz}{.sat}.f32", "d, a, b", Alu, Fp32, arithmetic<f32>(kMul), "mul"},
    {"mul{.rn|.rz|.rm|.rp}.f64", "d, a, b", Alu, Fp64, arithmetic<f64>(kMul), "mul"},
    {"fma(.rn|.rz|.rm|.rp){.ftz}{.sat}.f32", "d, a, b, c", Alu, Fp32, arithmetic<f32>(kFma), "fma"},
    {"fma(.rn|.rz|.rm|.rp).f64", "d, a, b, c", Alu, Fp64, arithmetic<f64>(kFma), "fma"},
    {"mad(.rn|.rz|.rm|.rp){.ftz}{.sat}.f32", "d, a, b, c", Alu, Fp32, arithmetic<f32>(kFma), "mad"},
    {"mad(.rn|.rz|.rm|.rp).f64", "d, a, b, c", Alu, Fp64, arithmetic<f64>(kFma), "mad"},

    // Range |b| <= 2^126, at most 2 ulp; zero or NaN beyond it.
    {"div.approx.f32", "d, a, b", Alu, Fp32, kDivideBy<approximate::divide>, "div", 5, false, {.integer = 1, .special = 1, .chain = 6}},
    {"div.approx.ftz.f32", "d, a, b", Alu, Fp32, kDivideBy<approximate::divide_ftz>, "div", 2, false, {.special = 1}},
    // Full range, at most 2 ulp.
    {"div.full.f32", "d, a, b", Alu, Fp32, kDivideBy<approximate::divide_full>, "div", 8, false, {.integer = 2, .special = 1, .chain = 7}},
    {"div.full.ftz.f32", "d, a, b", Alu, Fp32, kDivideBy<approximate::divide_full_ftz>, "div", 5, false, {.integer = 1, .special = 1}},
    {"div.rn{.ftz}.f32", "d, a, b", Alu, Fp32, arithmetic<f32>(kDiv), "div", 8, false, {.special = 2, .control = 1, .chain = 7}},
    {"div(.rz|.rm|.rp){.ftz}.f32", "d, a, b", Alu, Fp32, arithmetic<f32>(kDiv), "div", 50, false, {.integer = 28, .special = 1, .control = 7}},
    {"div.rn.f64", "d, a, b", Alu, Fp64, arithmetic<f64>(kDiv), "div", 13, false, {.integer = 2, .multiply = 1, .special = 1, .control = 1}},
    {"div(.rz|.rm|.rp).f64", "d, a, b", Alu, Fp64, arithmetic<f64>(kDiv), "div", 48, false, {.integer = 20, .multiply = 7, .special = 1, .control = 6}},
    // At most 1 ulp.
    {"rcp.approx.f32", "d, a", Alu, Fp32, kSingle<approximate::rcp>, "rcp", 7, false, {.integer = 4, .special = 1, .chain = 5}},
    {"rcp.approx.ftz.f32", "d, a", Alu, Sfu, kSingle<approximate::rcp_ftz>, "rcp"},
    {"rcp(.rn|.rz|.rm|.rp){.ftz}.f32", "d, a", Alu, Fp32, arithmetic<f32>(kRcp), "rcp", 8, false, {.integer = 3, .special = 1, .control = 1, .chain = 12}},
    {"rcp.rn.f64", "d, a", Alu, Fp64, arithmetic<f64>(kRcp), "rcp", 9, false, {.integer = 2, .special = 1, .control = 1}},
    {"rcp(.rz|.rm|.rp).f64", "d, a", Alu, Fp64, arithmetic<f64>(kRcp), "rcp", 50, false, {.integer = 19, .multiply = 12, .special = 1, .control = 7}},
    {"rcp.approx.ftz.f64", "d, a", Alu, Sfu, kDouble<approximate::rcp_ftz>, "rcp.approx.ftz.f64"},
    // Relative error at most 2^-23.
    {"sqrt.approx.f32", "d, a", Alu, Fp32, kSingle<approximate::sqrt>, "sqrt", 4, false, {.integer = 1, .special = 1, .chain = 6}},
    {"sqrt.approx.ftz.f32", "d, a", Alu, Sfu, kSingle<approximate::sqrt_ftz>, "sqrt"},
    {"sqrt.rn{.ftz}.f32", "d, a", Alu, Fp32, arithmetic<f32>(kSqrt), "sqrt", 8, false, {.integer = 2, .special = 1, .control = 1, .chain = 7}},
    {"sqrt(.rz|.rm|.rp){.ftz}.f32", "d, a", Alu, Fp32, arithmetic<f32>(kSqrt), "sqrt", 12, false, {.integer = 2, .special = 1, .control = 1}},
    {"sqrt.rn.f64", "d, a", Alu, Fp64, arithmetic<f64>(kSqrt), "sqrt", 15, false, {.integer = 4, .multiply = 1, .special = 1, .control = 1}},
    {"sqrt(.rz|.rm|.rp).f64", "d, a", Alu, Fp64, arithmetic<f64>(kSqrt), "sqrt", 45, false, {.integer = 13, .multiply = 9, .special = 3, .control = 5}},
    // Relative error at most 2^-22.9.
    {"rsqrt.approx.f32", "d, a", Alu, Fp32, kSingle<approximate::rsqrt>, "rsqrt", 4, false, {.integer = 1, .special = 1, .chain = 6}},
    {"rsqrt.approx.ftz.f32", "d, a", Alu, Sfu, kSingle<approximate::rsqrt_ftz>, "rsqrt"},
    {"rsqrt.approx.f64", "d, a", Alu, Fp64, kDouble<approximate::rsqrt>, "rsqrt", 12, false, {.integer = 3, .multiply = 2, .special = 1, .control = 1}},
    {"rsqrt.approx.ftz.f64", "d, a", Alu, Sfu, kDouble<approximate::rsqrt_ftz>, "rsqrt.approx.ftz.f64"},

    {"abs{.ftz}.f32", "d, a", Alu, Fp32, computed<f32>(kAbs), "abs"},
    {"abs.f64", "d, a", Alu, Fp64, computed<f64>(kAbs), "abs"},
    {"neg{.ftz}.f32", "d, a", Alu, Fp32, computed<f32>(kNeg), "neg"},
    {"neg.f64", "d, a", Alu, Fp64, computed<f64>(kNeg), "neg"},
    {"min{.ftz}{.NaN}.f32", "d, a, b", Alu, Compare, computed<f32>(kMin), "min"},
    {"min{.ftz}{.NaN}.xorsign.abs.f32", "d, a, b", Alu, Compare, computed<f32>(kMin), "min"},
    {"min.f64", "d, a, b", Alu, Fp64, computed<f64>(kMin), "min", 7, false, {.integer = 3, .multiply = 3}},
    {"max{.ftz}{.NaN}.f32", "d, a, b", Alu, Compare, computed<f32>(kMax), "max"},
    {"max{.ftz}{.NaN}.xorsign.abs.f32", "d, a, b", Alu, Compare, computed<f32>(kMax), "max"},
    {"max.f64", "d, a, b", Alu, Fp64, computed<f64>(kMax), "max", 7, false, {.integer = 3, .multiply = 3}},
};
// clang-format on

}  // namespace float_rows
}  // namespace

std::span<const OpInfo> float_ops() {
  return float_rows::kRows;
}

}  // namespace simt
