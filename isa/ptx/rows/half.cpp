// Half precision and bfloat16 arithmetic, scalar and packed (PTX ISA 9.7.4): correctly rounded to
// nearest once. Sums, differences and products of two values are rounded from f32, which holds
// enough bits that rounding twice cannot show; a fused operation is rounded from a double.
// Each is one machine instruction on sm_90.
#include "isa/core/lanes/float_lanes.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace half_rows {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

constexpr auto kAdd = [](f32 a, f32 b) { return a + b; };
constexpr auto kSub = [](f32 a, f32 b) { return a - b; };
constexpr auto kMul = [](f32 a, f32 b) { return a * b; };
constexpr auto kFma = [](f64 a, f64 b, f64 c) { return fused_to_odd(a, b, c); };
constexpr auto kNeg = [](f32 a) { return -a; };
constexpr auto kAbs = [](f32 a) { return with_sign(a, false); };
constexpr auto kMin =
    with_mode([](const FloatMode& m, f32 a, f32 b) { return select_extreme(m, a, b, false); });
constexpr auto kMax =
    with_mode([](const FloatMode& m, f32 a, f32 b) { return select_extreme(m, a, b, true); });

template <class F>
constexpr LaneSelect halves(F f) {
  return computed<Half, Pair<Half>>(f);
}
template <class F>
constexpr LaneSelect bfloats(F f) {
  return computed<Bfloat, Pair<Bfloat>>(f);
}

/// fma.oob: nothing but zero, if a factor is out of bounds.
template <class T>
T fma_in_bounds(const FloatMode& m, T a, T b, T c) {
  using F = std::remove_const_t<decltype(kFma)>;
  if (is_out_of_bounds(a) || is_out_of_bounds(b)) return from_raw<T>(0);
  return detail::Arithmetic<F>{}(m, a, b, c);
}
template <class T>
struct FmaInBounds {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const FloatMode mode = inst.op.mode;
    const unsigned count = inst.dst_bytes / sizeof(T);
    const auto* a = lane_data<const T>(regs, inst.src[0]);
    const auto* b = lane_data<const T>(regs, inst.src[1]);
    const auto* c = lane_data<const T>(regs, inst.src[2]);
    auto* d = lane_data<T>(regs, inst.dst[0]);
    for_each_lane(active, [=](unsigned lane) {
      for (unsigned i = count * lane; i < count * (lane + 1); ++i)
        d[i] = fma_in_bounds(mode, a[i], b[i], c[i]);
    });
  }
};

// clang-format off
constexpr OpInfo kRows[] = {
    {"add{.rn}{.ftz}{.sat}(.f16|.f16x2)", "d, a, b", Alu, Fp16, halves(kAdd), "add"},
    {"add{.rn}(.bf16|.bf16x2)", "d, a, b", Alu, Fp16, bfloats(kAdd), "add"},
    {"sub{.rn}{.ftz}{.sat}(.f16|.f16x2)", "d, a, b", Alu, Fp16, halves(kSub), "sub"},
    {"sub{.rn}(.bf16|.bf16x2)", "d, a, b", Alu, Fp16, bfloats(kSub), "sub"},
    {"mul{.rn}{.ftz}{.sat}(.f16|.f16x2)", "d, a, b", Alu, Fp16, halves(kMul), "mul"},
    {"mul{.rn}(.bf16|.bf16x2)", "d, a, b", Alu, Fp16, bfloats(kMul), "mul"},
    {"fma.rn{.ftz}{.sat|.relu}(.f16|.f16x2)", "d, a, b, c", Alu, Fp16, halves(kFma), "fma"},
    {"fma.rn{.relu}(.bf16|.bf16x2)", "d, a, b, c", Alu, Fp16, bfloats(kFma), "fma"},
    {"fma.rn.oob{.relu}(.f16|.f16x2)", "d, a, b, c", Alu, Fp16, whole<FmaInBounds<Half>>(), "fma"},
    {"fma.rn.oob{.relu}(.bf16|.bf16x2)", "d, a, b, c", Alu, Fp16, whole<FmaInBounds<Bfloat>>(), "fma"},
    {"neg{.ftz}(.f16|.f16x2)", "d, a", Alu, Fp16, halves(kNeg), "neg"},
    {"neg(.bf16|.bf16x2)", "d, a", Alu, Fp16, bfloats(kNeg), "neg"},
    {"abs{.ftz}(.f16|.f16x2)", "d, a", Alu, Fp16, halves(kAbs), "abs"},
    {"abs(.bf16|.bf16x2)", "d, a", Alu, Fp16, bfloats(kAbs), "abs"},
    {"min{.ftz}{.NaN}(.f16|.f16x2)", "d, a, b", Alu, Compare, halves(kMin), "min"},
    {"min{.ftz}{.NaN}.xorsign.abs(.f16|.f16x2)", "d, a, b", Alu, Compare, halves(kMin), "min"},
    {"min{.NaN}(.bf16|.bf16x2)", "d, a, b", Alu, Compare, bfloats(kMin), "min"},
    {"min{.NaN}.xorsign.abs(.bf16|.bf16x2)", "d, a, b", Alu, Compare, bfloats(kMin), "min"},
    {"max{.ftz}{.NaN}(.f16|.f16x2)", "d, a, b", Alu, Compare, halves(kMax), "max"},
    {"max{.ftz}{.NaN}.xorsign.abs(.f16|.f16x2)", "d, a, b", Alu, Compare, halves(kMax), "max"},
    {"max{.NaN}(.bf16|.bf16x2)", "d, a, b", Alu, Compare, bfloats(kMax), "max"},
    {"max{.NaN}.xorsign.abs(.bf16|.bf16x2)", "d, a, b", Alu, Compare, bfloats(kMax), "max"},
};
// clang-format on

}  // namespace half_rows
}  // namespace

LaneOp half_sum(const Semantics& what) {
  using namespace half_rows;
  const LaneOp op = halves(kAdd)(what);
  return op != nullptr ? op : bfloats(kAdd)(what);
}

std::span<const OpInfo> half_ops() {
  return half_rows::kRows;
}

}  // namespace simt
