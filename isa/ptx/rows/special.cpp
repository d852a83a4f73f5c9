// Approximate functions (PTX ISA 9.7.3.15 to 9.7.3.22, 9.7.4.9, 9.7.4.10): computed in double
// precision and rounded to the type, so that they stay well within the stated errors. The machine's
// own approximations differ from these in their last bits.
// machine_insts: as float.cpp says.
#include "isa/core/lanes/float_lanes.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

constexpr auto kEx2 = [](f32 a) { return static_cast<f32>(std::exp2(f64{a})); };
constexpr auto kLg2 = [](f32 a) { return static_cast<f32>(std::log2(f64{a})); };
constexpr auto kSin = [](f32 a) { return static_cast<f32>(std::sin(f64{a})); };
constexpr auto kCos = [](f32 a) { return static_cast<f32>(std::cos(f64{a})); };
constexpr auto kTanh = [](f32 a) { return static_cast<f32>(std::tanh(f64{a})); };

// clang-format off
constexpr OpInfo kRows[] = {
    // Relative error at most 2^-22.5 and 2 ulp; f16 2^-9.9, bf16 2^-7.
    {"ex2.approx.f32", "d, a", Alu, Fp32, computed<f32>(kEx2), "ex2", 4, false, {.integer = 1, .special = 1, .chain = 6}},
    {"ex2.approx.ftz.f32", "d, a", Alu, Sfu, computed<f32>(kEx2), "ex2"},
    {"ex2.approx.f16", "d, a", Alu, Sfu, computed<Half>(kEx2), "ex2"},
    {"ex2.approx.f16x2", "d, a", Alu, Sfu, computed<Pair<Half>>(kEx2), "ex2", 3, false, {.integer = 1}},
    {"ex2.approx.ftz.bf16", "d, a", Alu, Sfu, computed<Bfloat>(kEx2), "ex2"},
    {"ex2.approx.ftz.bf16x2", "d, a", Alu, Sfu, computed<Pair<Bfloat>>(kEx2), "ex2", 3, false, {.integer = 1}},
    // Absolute error at most 2^-22 between 0.5 and 2, relative error at most 2^-22 elsewhere.
    {"lg2.approx.f32", "d, a", Alu, Fp32, computed<f32>(kLg2), "lg2", 4, false, {.integer = 1, .special = 1, .chain = 6}},
    {"lg2.approx.ftz.f32", "d, a", Alu, Sfu, computed<f32>(kLg2), "lg2"},
    // Absolute error at most 2^-20.5 within two pi, 2^-14.7 within a hundred pi.
    {"sin.approx{.ftz}.f32", "d, a", Alu, Fp32, computed<f32>(kSin), "sin", 2, false, {.special = 1}},
    {"cos.approx{.ftz}.f32", "d, a", Alu, Fp32, computed<f32>(kCos), "cos", 2, false, {.special = 1}},
    // Relative error at most 2^-11; f16 absolute 2^-10.987, bf16 2^-8.
    {"tanh.approx.f32", "d, a", Alu, Sfu, computed<f32>(kTanh), "tanh"},
    {"tanh.approx.f16", "d, a", Alu, Sfu, computed<Half>(kTanh), "tanh"},
    {"tanh.approx.f16x2", "d, a", Alu, Sfu, computed<Pair<Half>>(kTanh), "tanh", 3, false, {.integer = 1}},
    {"tanh.approx.bf16", "d, a", Alu, Sfu, computed<Bfloat>(kTanh), "tanh"},
    {"tanh.approx.bf16x2", "d, a", Alu, Sfu, computed<Pair<Bfloat>>(kTanh), "tanh", 3, false, {.integer = 1}},
};
// clang-format on

}  // namespace

std::span<const OpInfo> special_ops() {
  return kRows;
}

}  // namespace simt
