// Hand-picked values of f16 and bf16 arithmetic, scalar and packed.
#include <catch2/catch.hpp>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr u32 kNan = 0x7fff, kInf = 0x7c00, kOne = 0x3c00, kNegOne = 0xbc00, kMax = 0x7bff;
constexpr u32 kBrainOne = 0x3f80, kBrainMax = 0x7f7f;

const CaseTable kHalf{
    {"add.f16", {kOne, 0x1000}, {kOne}},  // 2^-11: a tie to even
    {"add.rn.f16", {kOne + 1, 0x1000}, {kOne + 2}},
    {"add.f16", {kMax, 0x4c00}, {kInf}},  // 65504 + 16: a tie to infinity
    {"add.f16", {kMax, 0x4bff}, {kMax}},
    {"add.f16", {kInf, 0xfc00}, {kNan}},
    {"add.f16", {0x7c01, kOne}, {kNan}},
    {"add.f16", {1, 1}, {2}},  // subnormals are kept
    {"add.ftz.f16", {1, 1}, {0}},
    {"add.sat.f16", {kOne, kOne}, {kOne}},
    {"add.sat.f16", {0x7e00, kOne}, {0}},
    {"add.rn.ftz.sat.f16", {0x8001, 0}, {0}},
    {"add.f16", {0x8000, 0x8000}, {0x8000}},
    {"sub.f16", {kOne, kOne}, {0}},
    {"sub.f16", {0x0400, 0x0401}, {0x8001}},
    {"sub.ftz.f16", {0x0400, 0x0401}, {0x8000}},
    {"mul.f16", {0x0400, 0x3800}, {0x0200}},
    {"mul.ftz.f16", {0x0400, 0x3800}, {0}},
    {"mul.f16", {1, 0x3800}, {0}},  // half of the least: a tie to even
    {"mul.f16", {3, 0x3800}, {2}},
    {"mul.sat.f16", {0x4000, kNegOne}, {0}},
    {"fma.rn.f16", {0x3c01, 0x3c01, 0xbc02}, {0x0010}},  // 2^-20: lost unless fused
    {"fma.rn.f16", {kMax, kMax, 0xfc00}, {0xfc00}},
    {"fma.rn.relu.f16", {kOne, kNegOne, 0}, {0}},
    {"fma.rn.relu.f16", {kInf, 0, 0}, {kNan}},
    {"fma.rn.sat.f16", {kOne, kOne, kOne}, {kOne}},
    {"fma.rn.ftz.f16", {kOne, 1, 0x0400}, {0x0400}},
    {"neg.f16", {0}, {0x8000}},
    {"neg.ftz.f16", {1}, {0x8000}},
    {"abs.f16", {0xbc01}, {0x3c01}},
    {"abs.ftz.f16", {0x8001}, {0}},
    {"min.f16", {0x7e00, kOne}, {kOne}},
    {"min.NaN.f16", {kOne, 0x7e00}, {kNan}},
    {"min.f16", {0, 0x8000}, {0x8000}},
    {"max.f16", {0x8000, 0}, {0}},
    {"max.f16", {0x7e00, 0xfe00}, {kNan}},
    {"max.xorsign.abs.f16", {kNegOne, 0x4000}, {0xc000}},
    {"min.xorsign.abs.f16", {kNegOne, 0x4000}, {kNegOne}},
    {"min.ftz.f16", {1, 0x8000}, {0x8000}},
    {"add.f16x2", {kOne << 16 | 0x4000, 0x10003c00}, {kOne << 16 | 0x4200}},
    {"sub.f16x2", {0x7c003c00, 0x7c003c00}, {kNan << 16}},
    {"mul.sat.f16x2", {0x4000c000, 0x3c003c00}, {kOne << 16}},
    {"fma.rn.relu.f16x2", {0x3c003c00, 0xbc003c00, 0}, {kOne}},
    // 0x7ff7 stands for what is out of bounds: zero, whatever else there is; as a summand it is a
    // NaN.
    {"fma.rn.oob.f16", {0x3c00, 0x3c00, 0x4000}, {0x4200}},
    {"fma.rn.oob.f16", {0xfff7, 0x3c00, 0xc000}, {0}},
    {"fma.rn.oob.f16", {0x7fff, 0x7ff7, 0x7fff}, {0}},
    {"fma.rn.oob.f16", {0x3c00, 0x3c00, 0x7ff7}, {0x7fff}},
    {"fma.rn.oob.relu.f16x2", {0x7ff7bc00, 0x3c003c00, 0x3c000000}, {0}},
    {"fma.rn.oob.bf16x2", {0x3f807ff7, 0x3f803f80, 0x3f803f80}, {0x40000000}},
    {"neg.f16x2", {0x3c00bc00}, {0xbc003c00}},
    {"abs.ftz.f16x2", {0x8001bc00}, {kOne}},
    {"min.f16x2", {0x3c007e00, 0xbc003c00}, {0xbc003c00}},
    {"max.NaN.xorsign.abs.f16x2", {0x7e00bc00, 0x3c004000}, {kNan << 16 | 0xc000}},
};

const CaseTable kBrain{
    {"add.bf16", {kBrainOne, 0x3b80}, {kBrainOne}},  // 2^-8: a tie to even
    {"add.rn.bf16", {kBrainOne + 1, 0x3b80}, {kBrainOne + 2}},
    {"add.bf16", {kBrainMax, kBrainMax}, {0x7f80}},
    {"sub.bf16", {0x7f80, 0x7f80}, {kNan}},
    {"add.bf16", {1, 1}, {2}},
    {"mul.bf16", {0x0080, 0x3f00}, {0x0040}},
    {"mul.bf16", {1, 0x3f00}, {0}},
    {"fma.rn.bf16", {0x3f81, 0x3f81, 0xbf82}, {0x3880}},
    {"fma.rn.relu.bf16", {kBrainOne, 0xbf80, 0}, {0}},
    {"neg.bf16", {0}, {0x8000}},
    {"abs.bf16", {0xbf80}, {kBrainOne}},
    {"abs.bf16", {0xffc1}, {kNan}},
    {"min.bf16", {0x7fc0, kBrainOne}, {kBrainOne}},
    {"min.NaN.bf16", {0x7fc0, kBrainOne}, {kNan}},
    {"max.bf16", {0x8000, 0}, {0}},
    {"max.xorsign.abs.bf16", {0xbf80, 0x4000}, {0xc000}},
    {"min.xorsign.abs.bf16x2", {0xbf803f80, 0x40004000}, {0xbf803f80}},
    {"add.bf16x2", {0x3f804000, 0x3f803f80}, {0x40004040}},
    {"sub.bf16x2", {0x3f804000, 0x3f803f80}, {0x00003f80}},
    {"mul.bf16x2", {0x3f804000, 0xbf804000}, {0xbf804080}},
    {"fma.rn.bf16x2", {0x3f804000, 0xbf804000, 0x3f803f80}, {0x000040a0}},
    {"neg.bf16x2", {0x3f80bf80}, {0xbf803f80}},
    {"abs.bf16x2", {0x3f80bf80}, {0x3f803f80}},
    {"max.NaN.bf16x2", {0x7fc03f80, 0x3f804000}, {kNan << 16 | 0x4000}},
};

TEST_CASE("half 01: f16") {
  check_cases(kHalf);
}
TEST_CASE("half 02: bf16") {
  check_cases(kBrain);
}

}  // namespace
}  // namespace simt::test
