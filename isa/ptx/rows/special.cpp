// Approximate functions (PTX ISA 9.7.3.15 to 9.7.3.22, 9.7.4.9, 9.7.4.10), bit for bit as the
// special function unit of sm_90 gives them (approximate.h).
// machine_insts: as float.cpp says.
#include "isa/core/lanes/lanes.h"
#include "isa/ptx/rows/approximate.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace special_rows {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

/// An operation on f32, and one on the two halves of a register.
template <f32 (*f)(f32)>
constexpr LaneSelect kSingle = fixed<f32(f32)>([](f32 a) { return f(a); });
template <u16 (*f)(u16)>
constexpr LaneSelect kHalf = fixed<u16(u16)>([](u16 a) { return f(a); });
template <u16 (*f)(u16)>
constexpr LaneSelect kPair = fixed<u32(u32)>([](u32 a) {
  return u32{f(static_cast<u16>(a))} | u32{f(static_cast<u16>(a >> 16))} << 16;
});

// clang-format off
constexpr OpInfo kRows[] = {
    // Relative error at most 2^-22.5 and 2 ulp; f16 2^-9.9, bf16 2^-7.
    {"ex2.approx.f32", "d, a", Alu, Fp32, kSingle<approximate::ex2>, "ex2", 4, false, {.integer = 1, .special = 1, .chain = 6}},
    {"ex2.approx.ftz.f32", "d, a", Alu, Sfu, kSingle<approximate::ex2_ftz>, "ex2"},
    {"ex2.approx.f16", "d, a", Alu, Sfu, kHalf<mufu::ex2_f16>, "ex2"},
    {"ex2.approx.f16x2", "d, a", Alu, Sfu, kPair<mufu::ex2_f16>, "ex2", 3, false, {.integer = 1}},
    {"ex2.approx.ftz.bf16", "d, a", Alu, Sfu, kHalf<mufu::ex2_bf16>, "ex2"},
    {"ex2.approx.ftz.bf16x2", "d, a", Alu, Sfu, kPair<mufu::ex2_bf16>, "ex2", 3, false, {.integer = 1}},
    // Absolute error at most 2^-22 between 0.5 and 2, relative error at most 2^-22 elsewhere.
    {"lg2.approx.f32", "d, a", Alu, Fp32, kSingle<approximate::lg2>, "lg2", 4, false, {.integer = 1, .special = 1, .chain = 6}},
    {"lg2.approx.ftz.f32", "d, a", Alu, Sfu, kSingle<approximate::lg2_ftz>, "lg2"},
    // Absolute error at most 2^-20.5 within two pi, 2^-14.7 within a hundred pi.
    {"sin.approx{.ftz}.f32", "d, a", Alu, Fp32, kSingle<approximate::sin>, "sin", 2, false, {.special = 1}},
    {"cos.approx{.ftz}.f32", "d, a", Alu, Fp32, kSingle<approximate::cos>, "cos", 2, false, {.special = 1}},
    // Relative error at most 2^-11; f16 absolute 2^-10.987, bf16 2^-8.
    {"tanh.approx.f32", "d, a", Alu, Sfu, kSingle<approximate::tanh>, "tanh"},
    {"tanh.approx.f16", "d, a", Alu, Sfu, kHalf<mufu::tanh_f16>, "tanh"},
    {"tanh.approx.f16x2", "d, a", Alu, Sfu, kPair<mufu::tanh_f16>, "tanh", 3, false, {.integer = 1}},
    {"tanh.approx.bf16", "d, a", Alu, Sfu, kHalf<mufu::tanh_bf16>, "tanh"},
    {"tanh.approx.bf16x2", "d, a", Alu, Sfu, kPair<mufu::tanh_bf16>, "tanh", 3, false, {.integer = 1}},
};
// clang-format on

}  // namespace special_rows
}  // namespace

std::span<const OpInfo> special_ops() {
  return special_rows::kRows;
}

}  // namespace simt
