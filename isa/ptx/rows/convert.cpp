// cvt (PTX ISA 9.7.9.21). Registers may be wider than the types of a conversion: the low bits of
// the source are converted, the result is sign- or zero-extended.
// machine_insts: as float.cpp says; a saturating integer row has the typical one of its pairs.
#include "isa/core/lanes/byte_float.h"
#include "isa/core/lanes/convert_lanes.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

constexpr auto kConvert = [](const FloatMode& m, auto x, auto to) {
  return converted<typename decltype(to)::type>(m, x);
};
constexpr auto kWiden = [](const FloatMode&, auto x, auto) { return widened(x); };
constexpr auto kIntegral = [](const FloatMode& m, auto x, auto) { return integral(m, x); };

/// d = converted from a type of From to a type of To.
template <class To, class From>
constexpr LaneSelect cvt() {
  return [](const Semantics& what) {
    return find_conversion<std::remove_const_t<decltype(kConvert)>, From>(what, To{});
  };
}
/// d = the same number, bit for bit where it is a NaN.
template <class D, class S>
constexpr LaneSelect widen_cvt() {
  return [](const Semantics& what) {
    return find_conversion<std::remove_const_t<decltype(kWiden)>, List<S>>(what, List<D>{});
  };
}
/// d = a rounded to an integral value.
template <class T>
constexpr LaneSelect round_cvt() {
  return [](const Semantics& what) {
    return find_conversion<std::remove_const_t<decltype(kIntegral)>, List<T>>(what, List<T>{});
  };
}
using Int32s = List<u8, s8, u16, s16, u32, s32>;
using Int64s = List<u64, s64>;

#define INT32S "(.u8|.s8|.u16|.s16|.u32|.s32)"
#define INT64S "(.u64|.s64)"
#define ROUND "(.rn|.rz|.rm|.rp)"
#define ROUND_INT "(.rni|.rzi|.rmi|.rpi)"

// clang-format off
constexpr OpInfo kRows[] = {
    // Integer to integer.
    {"cvt" INT32S INT32S, "d:t, a:t2", Alu, Shift, cvt<Int32s, Int32s>(), "cvt"},
    {"cvt" INT32S INT64S, "d:t, a:t2", Alu, Move, cvt<Int32s, Int64s>(), "cvt"},
    {"cvt" INT64S INT32S, "d:t, a:t2", Alu, Move, cvt<Int64s, Int32s>(), "cvt"},
    {"cvt" INT64S INT64S, "d:t, a:t2", Alu, Move, cvt<Int64s, Int64s>(), "cvt"},
    {"cvt.sat" INT32S INT32S, "d:t, a:t2", Alu, Compare, cvt<Int32s, Int32s>(), "cvt", 3},
    {"cvt.sat" INT32S INT64S, "d:t, a:t2", Alu, Compare, cvt<Int32s, Int64s>(), "cvt", 6},
    {"cvt.sat" INT64S INT32S, "d:t, a:t2", Alu, Compare, cvt<Int64s, Int32s>(), "cvt", 2},
    {"cvt.sat" INT64S INT64S, "d:t, a:t2", Alu, Compare, cvt<Int64s, Int64s>(), "cvt", 5},

    // Integer to float.
    {"cvt" ROUND "{.ftz}{.sat}.f32" INT32S, "d:t, a:t2", Alu, ConvertFast, cvt<List<f32>, Int32s>(), "cvt"},
    {"cvt" ROUND "{.ftz}{.sat}.f32" INT64S, "d:t, a:t2", Alu, Convert64, cvt<List<f32>, Int64s>(), "cvt"},
    {"cvt" ROUND "{.sat}.f16" INT32S, "d:t, a:t2", Alu, Convert, cvt<List<Half>, Int32s>(), "cvt"},
    {"cvt" ROUND "{.sat}.f16" INT64S, "d:t, a:t2", Alu, Convert64, cvt<List<Half>, Int64s>(), "cvt"},
    {"cvt" ROUND ".bf16(.u16|.s16|.u32|.s32)", "d:t, a:t2", Alu, Convert, cvt<List<Bfloat>, Int32s>(), "cvt"},
    {"cvt" ROUND ".bf16" INT64S, "d:t, a:t2", Alu, Convert64, cvt<List<Bfloat>, Int64s>(), "cvt"},
    {"cvt" ROUND ".f64" INT32S, "d:t, a:t2", Alu, Convert64, cvt<List<f64>, Int32s>(), "cvt"},
    {"cvt" ROUND ".sat.f64" INT32S, "d:t, a:t2", Alu, Convert64, cvt<List<f64>, Int32s>(), "cvt", 14, false, {.integer = 6, .multiply = 5, .fp64 = 2}},
    {"cvt" ROUND ".f64" INT64S, "d:t, a:t2", Alu, Convert64, cvt<List<f64>, Int64s>(), "cvt"},
    {"cvt" ROUND ".sat.f64" INT64S, "d:t, a:t2", Alu, Convert64, cvt<List<f64>, Int64s>(), "cvt", 14, false, {.integer = 6, .multiply = 5, .fp64 = 2}},

    // Float to integer: clamps with or without .sat.
    {"cvt" ROUND_INT "{.ftz}{.sat}" INT32S ".f32", "d:t, a:t2", Alu, Convert, cvt<Int32s, List<f32>>(), "cvt"},
    {"cvt" ROUND_INT "{.ftz}{.sat}" INT64S ".f32", "d:t, a:t2", Alu, Convert64, cvt<Int64s, List<f32>>(), "cvt"},
    {"cvt" ROUND_INT "{.sat}" INT32S ".f16", "d:t, a:t2", Alu, Convert, cvt<Int32s, List<Half>>(), "cvt"},
    {"cvt" ROUND_INT "{.sat}" INT64S ".f16", "d:t, a:t2", Alu, Convert64, cvt<Int64s, List<Half>>(), "cvt"},
    {"cvt" ROUND_INT "(.u16|.s16|.u32|.s32).bf16", "d:t, a:t2", Alu, Convert, cvt<Int32s, List<Bfloat>>(), "cvt"},
    {"cvt" ROUND_INT INT64S ".bf16", "d:t, a:t2", Alu, Convert64, cvt<Int64s, List<Bfloat>>(), "cvt"},
    {"cvt" ROUND_INT "{.sat}" INT32S ".f64", "d:t, a:t2", Alu, Convert64, cvt<Int32s, List<f64>>(), "cvt"},
    {"cvt" ROUND_INT "{.sat}" INT64S ".f64", "d:t, a:t2", Alu, Convert64, cvt<Int64s, List<f64>>(), "cvt"},

    // Within one float type.
    {"cvt.f32.f32", "d:t, a:t2", Alu, Move, widen_cvt<f32, f32>(), "cvt"},
    {"cvt.f64.f64", "d:t, a:t2", Alu, Move, widen_cvt<f64, f64>(), "cvt"},
    {"cvt{.ftz}{.sat}.f32.f32", "d:t, a:t2", Alu, Fp32, cvt<List<f32>, List<f32>>(), "cvt"},
    {"cvt{.sat}.f16.f16", "d:t, a:t2", Alu, Fp16, cvt<List<Half>, List<Half>>(), "cvt"},
    {"cvt.bf16.bf16", "d:t, a:t2", Alu, Fp16, cvt<List<Bfloat>, List<Bfloat>>(), "cvt"},
    {"cvt.sat.f64.f64", "d:t, a:t2", Alu, Fp64, cvt<List<f64>, List<f64>>(), "cvt", 12, false, {.integer = 6, .multiply = 4}},
    {"cvt" ROUND_INT "{.ftz}{.sat}.f32.f32", "d:t, a:t2", Alu, Convert, round_cvt<f32>(), "cvt"},
    {"cvt" ROUND_INT "{.sat}.f16.f16", "d:t, a:t2", Alu, Convert, round_cvt<Half>(), "cvt"},
    {"cvt" ROUND_INT ".bf16.bf16", "d:t, a:t2", Alu, Convert, round_cvt<Bfloat>(), "cvt"},
    {"cvt" ROUND_INT ".f64.f64", "d:t, a:t2", Alu, Convert64, round_cvt<f64>(), "cvt"},
    {"cvt" ROUND_INT ".sat.f64.f64", "d:t, a:t2", Alu, Convert64, round_cvt<f64>(), "cvt", 16, false, {.integer = 7, .multiply = 6, .fp64 = 2}},

    // To a wider float type: exact. bf16 takes a rounding suffix all the same.
    {"cvt{.ftz}{.sat}.f32.f16", "d:t, a:t2", Alu, ConvertFast, cvt<List<f32>, List<Half>>(), "cvt"},
    {"cvt{.rn|.rz|.rm|.rp}.f32.bf16", "d:t, a:t2", Alu, Shift, widen_cvt<f32, Bfloat>(), "cvt"},
    {"cvt{.rn|.rz|.rm|.rp}.ftz.f32.bf16", "d:t, a:t2", Alu, Convert, cvt<List<f32>, List<Bfloat>>(), "cvt"},
    {"cvt.f64.f16", "d:t, a:t2", Alu, Convert64, cvt<List<f64>, List<Half>>(), "cvt"},
    {"cvt.sat.f64.f16", "d:t, a:t2", Alu, Convert64, cvt<List<f64>, List<Half>>(), "cvt", 14, false, {.integer = 6, .multiply = 5, .fp64 = 2}},
    {"cvt{.rn|.rz|.rm|.rp}.f64.bf16", "d:t, a:t2", Alu, Convert64, cvt<List<f64>, List<Bfloat>>(), "cvt"},
    {"cvt{.ftz}.f64.f32", "d:t, a:t2", Alu, Convert64, cvt<List<f64>, List<f32>>(), "cvt"},
    {"cvt{.ftz}.sat.f64.f32", "d:t, a:t2", Alu, Convert64, cvt<List<f64>, List<f32>>(), "cvt", 14, false, {.integer = 6, .multiply = 5, .fp64 = 2}},

    // To a narrower float type.
    {"cvt" ROUND "{.ftz}.f32.f64", "d:t, a:t2", Alu, Convert64, cvt<List<f32>, List<f64>>(), "cvt"},
    {"cvt" ROUND "{.ftz}.sat.f32.f64", "d:t, a:t2", Alu, Convert64, cvt<List<f32>, List<f64>>(), "cvt", 2, false, {.multiply = 1}},
    {"cvt" ROUND "{.sat}.f16.f64", "d:t, a:t2", Alu, Convert64, cvt<List<Half>, List<f64>>(), "cvt"},
    {"cvt" ROUND ".bf16.f64", "d:t, a:t2", Alu, Convert64, cvt<List<Bfloat>, List<f64>>(), "cvt"},
    {"cvt" ROUND "{.ftz}{.sat}.f16.f32", "d:t, a:t2", Alu, ConvertFast, cvt<List<Half>, List<f32>>(), "cvt"},
    {"cvt" ROUND "{.ftz}.bf16.f32", "d:t, a:t2", Alu, ConvertFast, cvt<List<Bfloat>, List<f32>>(), "cvt"},
    {"cvt{.rn|.rz|.rm|.rp}.f16.bf16", "d:t, a:t2", Alu, Convert, cvt<List<Half>, List<Bfloat>>(), "cvt"},
    {"cvt{.rn|.rz|.rm|.rp}.bf16.f16", "d:t, a:t2", Alu, Convert, cvt<List<Bfloat>, List<Half>>(), "cvt"},
    {"cvt(.rn|.rz)[{.relu}{.satfinite}](.f16|.bf16).f32", "d:t, a:t2", Alu, ConvertFast, cvt<List<Half, Bfloat>, List<f32>>(), "cvt"},
    {"cvt(.rn|.rz)[{.relu}{.satfinite}].f16x2.f32", "d:t, a:t2, b:t2", Alu, ConvertFast, whole<PackBody<Half>>(), "cvt"},
    {"cvt(.rn|.rz)[{.relu}{.satfinite}].bf16x2.f32", "d:t, a:t2, b:t2", Alu, ConvertFast, whole<PackBody<Bfloat>>(), "cvt"},
    {"cvt.rna{.satfinite}.tf32.f32", "d:b32, a:t2", Alu, Convert, cvt<List<Tf32>, List<f32>>(), "cvt", 3},
    {"cvt(.rn|.rz)[{.relu}{.satfinite}].tf32.f32", "d:b32, a:t2", Alu, Convert, cvt<List<Tf32>, List<f32>>(), "cvt"},

    // Pairs of 8-bit floats.
    {"cvt.rn[.satfinite{.relu}].e4m3x2.f32", "d:b16, a:t2, b:t2", Alu, ConvertFast, whole<PackBytes<E4m3>>(), "cvt"},
    {"cvt.rn[.satfinite{.relu}].e5m2x2.f32", "d:b16, a:t2, b:t2", Alu, ConvertFast, whole<PackBytes<E5m2>>(), "cvt"},
    {"cvt.rn[.satfinite{.relu}].e4m3x2.f16x2", "d:b16, a:t2", Alu, ConvertFast, whole<NarrowPair<E4m3>>(), "cvt"},
    {"cvt.rn[.satfinite{.relu}].e5m2x2.f16x2", "d:b16, a:t2", Alu, ConvertFast, whole<NarrowPair<E5m2>>(), "cvt"},
    {"cvt.rn{.relu}.f16x2.e4m3x2", "d:t, a:b16", Alu, ConvertFast, whole<WidenPair<E4m3>>(), "cvt"},
    {"cvt.rn{.relu}.f16x2.e5m2x2", "d:t, a:b16", Alu, ConvertFast, whole<WidenPair<E5m2>>(), "cvt"},
};
// clang-format on

#undef INT32S
#undef INT64S
#undef ROUND
#undef ROUND_INT

}  // namespace

std::span<const OpInfo> convert_ops() {
  return kRows;
}

}  // namespace simt
