// Approximate functions: special values exactly, and the PTX ISA's error bounds over dense samples
// against long double.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <random>

#include "tests/ops/exact_float.h"
#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr u32 kNan = 0x7fffffff, kInf = 0x7f800000, kNegInf = 0xff800000, kOne = 0x3f800000;
constexpr u32 kNegZero = 0x80000000, kTiny = 1;

const CaseTable kSpecial{
    {"ex2.approx.f32", {kNegInf}, {0}},
    {"ex2.approx.f32", {kInf}, {kInf}},
    {"ex2.approx.f32", {kNegZero}, {kOne}},
    {"ex2.approx.f32", {0x7f800001}, {kNan}},
    {"ex2.approx.f32", {0xc3150000}, {kTiny}},  // 2^-149
    {"ex2.approx.ftz.f32", {0xc3150000}, {0}},
    {"ex2.approx.ftz.f32", {kTiny}, {kOne}},
    {"ex2.approx.f32", {0x43000000}, {kInf}},  // 2^128
    {"lg2.approx.f32", {0}, {kNegInf}},
    {"lg2.approx.f32", {kNegZero}, {kNegInf}},
    {"lg2.approx.f32", {0xbf800000}, {kNan}},
    {"lg2.approx.f32", {kOne}, {0}},
    {"lg2.approx.f32", {kInf}, {kInf}},
    {"lg2.approx.f32", {kTiny}, {0xc3150000}},  // -149
    {"lg2.approx.ftz.f32", {kTiny}, {kNegInf}},
    {"sin.approx.f32", {kInf}, {kNan}},
    {"sin.approx.f32", {kNegZero}, {kNegZero}},
    {"sin.approx.ftz.f32", {0x80000001}, {kNegZero}},
    {"cos.approx.f32", {kNegInf}, {kNan}},
    {"cos.approx.f32", {0}, {kOne}},
    {"cos.approx.ftz.f32", {kTiny}, {kOne}},
    {"tanh.approx.f32", {kInf}, {kOne}},
    {"tanh.approx.f32", {kNegInf}, {0xbf800000}},
    {"tanh.approx.f32", {kNegZero}, {kNegZero}},
    {"tanh.approx.f32", {kNan}, {kNan}},
    {"ex2.approx.f16", {0x3c00}, {0x4000}},
    {"ex2.approx.f16", {0xfc00}, {0}},
    {"ex2.approx.f16", {0x4c00}, {0x7c00}},  // 2^16
    {"ex2.approx.f16x2", {0x3c000000}, {0x40003c00}},
    {"ex2.approx.ftz.bf16", {0x3f80}, {0x4000}},
    {"ex2.approx.ftz.bf16x2", {0x3f800000}, {0x40003f80}},
    {"tanh.approx.f16", {0x7c00}, {0x3c00}},
    {"tanh.approx.f16x2", {0x7c00fc00}, {0x3c00bc00}},
    {"tanh.approx.bf16", {0xff80}, {0xbf80}},
    {"tanh.approx.bf16x2", {0x7f80ff80}, {0x3f80bf80}},
};
TEST_CASE("special 01: special values") {
  check_cases(kSpecial);
}

struct Bound {
  std::string_view opcode;
  long double (*function)(long double);
  float low, high;
  long double relative, absolute;  ///< either suffices
};
const Bound kBounds[] = {
    {"ex2.approx.f32", std::exp2, -126, 127, 0x1p-22L, 0},
    {"ex2.approx.ftz.f32", std::exp2, -125, 127, 0x1p-22L, 0},
    {"lg2.approx.f32", std::log2, 0.5f, 2, 0, 0x1p-22L},
    {"lg2.approx.f32", std::log2, 2, 1e30f, 0x1p-22L, 0},
    {"sin.approx.f32", std::sin, -6.28f, 6.28f, 0, 0x1p-20L},
    {"sin.approx.f32", std::sin, -314, 314, 0, 0x1p-14L},
    {"cos.approx.f32", std::cos, -6.28f, 6.28f, 0, 0x1p-20L},
    {"cos.approx.f32", std::cos, -314, 314, 0, 0x1p-14L},
    {"tanh.approx.f32", std::tanh, -9, 9, 0x1p-11L, 0},
    {"rcp.approx.f32", [](long double x) { return 1 / x; }, 1e-30f, 1e30f, 0x1p-23L, 0},
    {"sqrt.approx.f32", std::sqrt, 1e-30f, 1e30f, 0x1p-23L, 0},
    {"rsqrt.approx.f32", [](long double x) { return 1 / std::sqrt(x); }, 1e-30f, 1e30f, 0x1p-22L,
     0},
};

TEST_CASE("special 02: errors stay within the bounds of the PTX ISA") {
  for (const Bound& b : kBounds) {
    INFO(b.opcode);
    for (int i = 0; i <= 3000; ++i) {
      const bool wide = b.low > 0 && b.high > 1e20f;
      const float t = static_cast<float>(i) / 3000;
      const float x = wide
                          ? std::exp2(std::log2(b.low) + t * (std::log2(b.high) - std::log2(b.low)))
                          : b.low + t * (b.high - b.low);
      const auto got = std::bit_cast<float>(static_cast<u32>(evaluate(b.opcode, {bits(x)})[0]));
      const long double want = b.function(x), error = std::fabs(got - want);
      if (error <= b.absolute || error <= b.relative * std::fabs(want)) continue;
      FAIL("f(" << x << ") = " << got << ", expected " << static_cast<double>(want));
    }
  }
}

TEST_CASE("special 03: every half-precision input of ex2 and tanh") {
  for (u32 in = 0; in < 0x7c00; in += 3)
    for (const u32 sign : {0u, 0x8000u}) {
      const Exact e = *exact(kHalfLayout, in);
      const long double x =
          std::ldexp(static_cast<long double>(static_cast<u64>(e.significand)), e.exponent) *
          (sign != 0 ? -1 : 1);
      const auto value = [](u128 half) {
        const auto h = exact(kHalfLayout, static_cast<u64>(half));
        if (!h) return static_cast<long double>(INFINITY);
        return std::ldexp(static_cast<long double>(static_cast<u64>(h->significand)), h->exponent) *
               (h->negative ? -1 : 1);
      };
      const long double power = std::exp2(x), tangent = std::tanh(x);
      const long double got = value(evaluate("ex2.approx.f16", {in | sign})[0]);
      if (power < 65520)
        // A subnormal result is cut off at the last place, 2^-24.
        CHECK(std::fabs(got - power) < std::fmax(power * 0x1p-9L, 0x1p-24L));
      else
        CHECK(std::isinf(got));
      CHECK(std::fabs(value(evaluate("tanh.approx.f16", {in | sign})[0]) - tangent) <= 0x1p-10L);
    }
}

}  // namespace
}  // namespace simt::test
