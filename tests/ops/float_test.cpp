// Hand-picked values of f32 and f64 arithmetic: each rounding mode, NaN, infinities, signed zeros,
// subnormals, .ftz and .sat.
#include <catch2/catch.hpp>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr u32 kNan = 0x7fffffff, kSignallingNan = 0x7f800001, kInf = 0x7f800000;
constexpr u32 kNegInf = 0xff800000, kZero = 0, kNegZero = 0x80000000, kOne = 0x3f800000;
constexpr u32 kNegOne = 0xbf800000, kMax = 0x7f7fffff, kNegMax = 0xff7fffff;
constexpr u32 kTiny = 1, kNegTiny = 0x80000001, kLeastNormal = 0x00800000;
constexpr u32 kMaxSubnormal = 0x007fffff, kHalfUlp = 0x33800000;  // 2^-24
constexpr u64 kNan64 = 0xfff8'0000'0000'0000, kInf64 = 0x7ff0'0000'0000'0000;
constexpr u64 kOne64 = 0x3ff0'0000'0000'0000, kMax64 = 0x7fef'ffff'ffff'ffff;
constexpr u64 kNegZero64 = 0x8000'0000'0000'0000, kHalfUlp64 = 0x3ca0'0000'0000'0000;  // 2^-53

const CaseTable kSums{
    // 1 + 2^-24 is halfway between 1 and the next number.
    {"add.f32", {kOne, kHalfUlp}, {kOne}},
    {"add.rn.f32", {kOne + 1, kHalfUlp}, {kOne + 2}},
    {"add.rz.f32", {kOne + 1, kHalfUlp}, {kOne + 1}},
    {"add.rm.f32", {kOne, kHalfUlp}, {kOne}},
    {"add.rp.f32", {kOne, kHalfUlp}, {kOne + 1}},
    {"add.rm.f32", {kNegOne, 0xb3800000}, {kNegOne + 1}},
    {"add.rp.f32", {kNegOne, 0xb3800000}, {kNegOne}},
    {"add.rz.f32", {kMax, kMax}, {kMax}},
    {"add.rm.f32", {kMax, kMax}, {kMax}},
    {"add.rp.f32", {kNegMax, kNegMax}, {kNegMax}},
    {"add.rp.f32", {kMax, kMax}, {kInf}},
    {"add.f32", {kMax, kMax}, {kInf}},
    // x - x is -0 when rounding down, +0 otherwise.
    {"add.rn.f32", {kOne, kNegOne}, {kZero}},
    {"add.rm.f32", {kOne, kNegOne}, {kNegZero}},
    {"add.rp.f32", {kOne, kNegOne}, {kZero}},
    {"sub.rm.f32", {kOne, kOne}, {kNegZero}},
    {"sub.rz.f32", {kOne, kOne}, {kZero}},
    {"add.f32", {kNegZero, kNegZero}, {kNegZero}},
    {"add.f32", {kInf, kNegInf}, {kNan}},
    {"sub.f32", {kInf, kInf}, {kNan}},
    {"add.f32", {kSignallingNan, kOne}, {kNan}},
    {"add.f32", {kOne, 0xffc12345}, {kNan}},
    {"add.f32", {kTiny, kTiny}, {2}},
    {"add.ftz.f32", {kTiny, kTiny}, {kZero}},
    {"add.ftz.f32", {kNegTiny, kNegTiny}, {kNegZero}},
    {"sub.ftz.f32", {kLeastNormal + 1, kLeastNormal}, {kZero}},
    {"sub.ftz.f32", {kLeastNormal, kLeastNormal + 1}, {kNegZero}},
    {"sub.f32", {kLeastNormal + 1, kLeastNormal}, {kTiny}},
    {"add.ftz.f32", {kLeastNormal, kLeastNormal}, {kLeastNormal * 2}},
    {"add.sat.f32", {kOne, kOne}, {kOne}},
    {"add.sat.f32", {kNegOne, kZero}, {kZero}},
    {"add.sat.f32", {kSignallingNan, kZero}, {kZero}},
    {"add.sat.f32", {kInf, kZero}, {kOne}},
    {"add.sat.f32", {kNegZero, kNegZero}, {kZero}},
    {"add.rp.sat.f32", {0x3f7fffff, kHalfUlp}, {kOne}},
    {"add.rm.ftz.sat.f32", {kTiny, kZero}, {kZero}},

    {"add.f64", {kOne64, kHalfUlp64}, {kOne64}},
    {"add.rn.f64", {kOne64 + 1, kHalfUlp64}, {kOne64 + 2}},
    {"add.rz.f64", {kOne64 + 1, kHalfUlp64}, {kOne64 + 1}},
    {"add.rm.f64", {kOne64, kHalfUlp64}, {kOne64}},
    {"add.rp.f64", {kOne64, kHalfUlp64}, {kOne64 + 1}},
    {"sub.f64", {kOne64, kOne64}, {0}},
    {"sub.rm.f64", {kOne64, kOne64}, {kNegZero64}},
    {"add.f64", {kInf64, kInf64 | kNegZero64}, {kNan64}},
    {"add.f64", {1, 1}, {2}},
    {"add.rz.f64", {kMax64, kMax64}, {kMax64}},
};

const CaseTable kProducts{
    {"mul.f32", {0x3f800001, 0x3f800001}, {0x3f800002}},
    {"mul.rp.f32", {0x3f800001, 0x3f800001}, {0x3f800003}},
    {"mul.rz.f32", {0xbf800001, 0x3f800001}, {0xbf800002}},
    {"mul.rm.f32", {0xbf800001, 0x3f800001}, {0xbf800003}},
    {"mul.f32", {kInf, kZero}, {kNan}},
    {"mul.f32", {kNegInf, kOne}, {kNegInf}},
    {"mul.f32", {kNegZero, kOne}, {kNegZero}},
    {"mul.f32", {kLeastNormal, 0x3f000000}, {0x00400000}},
    {"mul.ftz.f32", {kLeastNormal, 0x3f000000}, {kZero}},
    {"mul.ftz.f32", {kMaxSubnormal, kMax}, {kZero}},
    {"mul.rn.f32", {kTiny, 0x3f000000}, {kZero}},  // half of the least: a tie to even
    {"mul.rp.f32", {kTiny, 0x3f000000}, {kTiny}},
    {"mul.rm.f32", {kNegTiny, 0x3f000000}, {kNegTiny}},
    {"mul.sat.f32", {0x40000000, 0x3e800000}, {0x3f000000}},
    {"mul.sat.f32", {0x40000000, kNegOne}, {kZero}},
    {"mul.f64", {0x3ff0'0000'0000'0001, 0x3ff0'0000'0000'0001}, {0x3ff0'0000'0000'0002}},
    {"mul.rp.f64", {0x3ff0'0000'0000'0001, 0x3ff0'0000'0000'0001}, {0x3ff0'0000'0000'0003}},
    {"mul.f64", {kInf64, 0}, {kNan64}},
    // (1 + 2^-12)^2 - (1 + 2^-11) = 2^-24: lost unless fused.
    {"fma.rn.f32", {0x3f800800, 0x3f800800, 0xbf801000}, {kHalfUlp}},
    {"mad.rn.f32", {0x3f800800, 0x3f800800, 0xbf801000}, {kHalfUlp}},
    {"fma.rz.f32", {kOne, kOne, 0xb3800000}, {0x3f7fffff}},
    {"fma.rp.f32", {kOne, kOne, kTiny}, {kOne + 1}},
    {"fma.rm.f32", {kOne, kOne, kTiny}, {kOne}},
    {"fma.rm.f32", {kOne, kNegOne, kOne}, {kNegZero}},
    {"fma.rn.f32", {kInf, kZero, kSignallingNan}, {kNan}},
    {"fma.rn.f32", {kInf, kOne, kNegInf}, {kNan}},
    {"fma.rn.sat.f32", {kOne, kOne, kOne}, {kOne}},
    {"fma.rn.ftz.f32", {kTiny, kMax, kOne}, {kOne}},
    {"fma.rn.ftz.f32", {kOne, kLeastNormal, 0x80000001 + kMaxSubnormal}, {kZero}},
    {"mad.rz.ftz.sat.f32", {kOne, 0x40400000, kZero}, {kOne}},
    // 2^-53 more than a product that rounds to one.
    {"fma.rn.f64", {kOne64 + 1, kOne64 + 1, 0xbff0'0000'0000'0002}, {0x3970'0000'0000'0000}},
    {"mad.rn.f64", {kOne64 + 1, kOne64 + 1, 0xbff0'0000'0000'0002}, {0x3970'0000'0000'0000}},
    {"fma.rp.f64", {kOne64, kOne64, 1}, {kOne64 + 1}},
    {"fma.rz.f64", {kOne64, kOne64, 1}, {kOne64}},
};

const CaseTable kQuotients{
    {"div.rn.f32", {kOne, 0x40400000}, {0x3eaaaaab}},
    {"div.rz.f32", {kOne, 0x40400000}, {0x3eaaaaaa}},
    {"div.rm.f32", {kNegOne, 0x40400000}, {0xbeaaaaab}},
    {"div.rp.f32", {kNegOne, 0x40400000}, {0xbeaaaaaa}},
    {"div.rn.f32", {kOne, kZero}, {kInf}},
    {"div.rn.f32", {kOne, kNegZero}, {kNegInf}},
    {"div.rn.f32", {kZero, kZero}, {kNan}},
    {"div.rn.f32", {kInf, kInf}, {kNan}},
    {"div.rn.f32", {kOne, kInf}, {kZero}},
    {"div.rn.f32", {kLeastNormal, 0x40000000}, {0x00400000}},
    {"div.rn.ftz.f32", {kLeastNormal, 0x40000000}, {kZero}},
    {"div.rn.ftz.f32", {kOne, kTiny}, {kInf}},
    {"div.rz.f32", {kMax, 0x3f000000}, {kMax}},
    {"div.full.f32", {kOne, 0x40400000}, {0x3eaaaaab}, 2},
    {"div.full.ftz.f32", {kTiny, kOne}, {kZero}},
    {"div.full.f32", {0x7f000000, 0x7f000000}, {kOne}},
    {"div.approx.f32", {kOne, 0x40400000}, {0x3eaaaaab}, 2},
    {"div.approx.f32", {kOne, 0x7f000000}, {kZero}},  // |b| = 2^127
    {"div.approx.f32", {kInf, 0x7f000000}, {kNan}},
    {"div.approx.f32", {kOne, kInf}, {kZero}},
    {"div.approx.f32", {kOne, kZero}, {kInf}},
    {"div.approx.ftz.f32", {kOne, kTiny}, {kInf}},
    {"div.rn.f64", {kOne64, 0x4008'0000'0000'0000}, {0x3fd5'5555'5555'5555}},
    {"div.rp.f64", {kOne64, 0x4008'0000'0000'0000}, {0x3fd5'5555'5555'5556}},
    {"div.rn.f64", {0, 0}, {kNan64}},
    {"div.rn.f64", {kOne64, kNegZero64}, {kInf64 | kNegZero64}},

    {"rcp.rn.f32", {0x40400000}, {0x3eaaaaab}},
    {"rcp.rz.f32", {0x40400000}, {0x3eaaaaaa}},
    {"rcp.rm.f32", {kNegZero}, {kNegInf}},
    {"rcp.rp.f32", {0xc0400000}, {0xbeaaaaaa}},
    {"rcp.rn.ftz.f32", {0x7f000000}, {kZero}},
    {"rcp.rn.f32", {0x7f000000}, {0x00400000}},
    {"rcp.rn.f64", {0x4008'0000'0000'0000}, {0x3fd5'5555'5555'5555}},
    {"rcp.rp.f64", {0x4008'0000'0000'0000}, {0x3fd5'5555'5555'5556}},
    {"rcp.approx.f32", {kZero}, {kInf}},
    {"rcp.approx.f32", {kNegZero}, {kNegInf}},
    {"rcp.approx.f32", {kNegInf}, {kNegZero}},
    {"rcp.approx.f32", {0x40800000}, {0x3e800000}, 1},
    {"rcp.approx.f32", {0x7f000000}, {0x00400000}, 1},
    {"rcp.approx.ftz.f32", {0x7f000000}, {kZero}},
    {"rcp.approx.ftz.f32", {kNegTiny}, {kNegInf}},
    {"rcp.approx.ftz.f32", {kSignallingNan}, {kNan}},
    {"rcp.approx.ftz.f64", {0x4010'0000'0000'0000}, {0x3fd0'0000'0000'0000}},
    {"rcp.approx.ftz.f64", {0x4010'0000'ffff'ffff}, {0x3fd0'0000'0000'0000}},
    {"rcp.approx.ftz.f64", {1}, {kInf64}},
    {"rcp.approx.ftz.f64", {kMax64}, {0}},
};

const CaseTable kRoots{
    {"sqrt.rn.f32", {0x40000000}, {0x3fb504f3}},
    {"sqrt.rp.f32", {0x40000000}, {0x3fb504f4}},
    {"sqrt.rz.f32", {0x40000000}, {0x3fb504f3}},
    {"sqrt.rm.f32", {0x40800000}, {0x40000000}},
    {"sqrt.rn.f32", {kNegZero}, {kNegZero}},
    {"sqrt.rn.f32", {kNegOne}, {kNan}},
    {"sqrt.rn.f32", {kInf}, {kInf}},
    {"sqrt.rn.f32", {kTiny}, {0x1a3504f3}},
    {"sqrt.rn.ftz.f32", {kTiny}, {kZero}},
    {"sqrt.rn.ftz.f32", {kNegTiny}, {kNegZero}},
    {"sqrt.approx.f32", {0x40800000}, {0x40000000}, 1},
    {"sqrt.approx.f32", {kNegOne}, {kNan}},
    {"sqrt.approx.ftz.f32", {kNegTiny}, {kNegZero}},
    {"sqrt.rn.f64", {0x4000'0000'0000'0000}, {0x3ff6'a09e'667f'3bcd}},
    {"sqrt.rm.f64", {0x4000'0000'0000'0000}, {0x3ff6'a09e'667f'3bcc}},
    {"sqrt.rn.f64", {kOne64 | kNegZero64}, {kNan64}},
    {"rsqrt.approx.f32", {0x40800000}, {0x3f000000}, 1},
    {"rsqrt.approx.f32", {kZero}, {kInf}},
    {"rsqrt.approx.f32", {kNegZero}, {kNegInf}},
    {"rsqrt.approx.f32", {kNegOne}, {kNan}},
    {"rsqrt.approx.f32", {kInf}, {kZero}},
    {"rsqrt.approx.ftz.f32", {kNegTiny}, {kNegInf}},
    {"rsqrt.approx.f64", {0x4010'0000'0000'0000}, {0x3fe0'0000'0000'0000}, 1},
    {"rsqrt.approx.f64", {0}, {kInf64}},
    {"rsqrt.approx.ftz.f64", {0x4010'0000'0000'0000}, {0x3fe0'0000'0000'0000}},
    {"rsqrt.approx.ftz.f64", {1}, {kInf64}},
};

const CaseTable kSelections{
    {"min.f32", {kOne, kSignallingNan}, {kOne}},
    {"min.f32", {kNan, kOne}, {kOne}},
    {"min.f32", {kNan, kNan}, {kNan}},
    {"min.NaN.f32", {kOne, kSignallingNan}, {kNan}},
    {"min.f32", {kZero, kNegZero}, {kNegZero}},
    {"min.f32", {kNegZero, kZero}, {kNegZero}},
    {"max.f32", {kZero, kNegZero}, {kZero}},
    {"max.f32", {kNegZero, kZero}, {kZero}},
    {"max.f32", {kNegInf, kNegMax}, {kNegMax}},
    {"min.f32", {kTiny, kZero}, {kZero}},
    {"max.f32", {kTiny, kZero}, {kTiny}},
    {"max.ftz.f32", {kTiny, kNegZero}, {kZero}},
    {"max.NaN.f32", {0xffc00000, kOne}, {kNan}},
    {"max.f32", {0xffc00000, kNegOne}, {kNegOne}},
    {"min.xorsign.abs.f32", {kNegOne, 0x40000000}, {kNegOne}},
    {"min.xorsign.abs.f32", {kNegOne, 0xc0000000}, {kOne}},
    {"max.xorsign.abs.f32", {kNegOne, 0x40000000}, {0xc0000000}},
    {"max.ftz.NaN.xorsign.abs.f32", {kNan, kOne}, {kNan}},
    {"min.f64", {kOne64, kNan64}, {kOne64}},
    {"max.f64", {0, kNegZero64}, {0}},
    {"min.f64", {0, kNegZero64}, {kNegZero64}},
    {"abs.f32", {kNegOne}, {kOne}},
    {"abs.f32", {kNegTiny}, {kTiny}},
    {"abs.ftz.f32", {kNegTiny}, {kZero}},
    {"abs.f64", {kNegZero64}, {0}},
    {"neg.f32", {kZero}, {kNegZero}},
    {"neg.ftz.f32", {kTiny}, {kNegZero}},
    {"neg.f64", {kOne64}, {kOne64 | kNegZero64}},
    {"copysign.f32", {kNegZero, kOne}, {kNegOne}},
    {"copysign.f32", {kOne, 0xffc12345}, {0x7fc12345}},
    {"copysign.f64", {kNegZero64, kOne64}, {kOne64 | kNegZero64}},
    {"testp.finite.f32", {kMax}, {1}},
    {"testp.finite.f32", {kInf}, {0}},
    {"testp.infinite.f32", {kNegInf}, {1}},
    {"testp.infinite.f32", {kNan}, {0}},
    {"testp.number.f32", {kNegInf}, {1}},
    {"testp.number.f32", {kSignallingNan}, {0}},
    {"testp.notanumber.f32", {kSignallingNan}, {1}},
    {"testp.normal.f32", {kLeastNormal}, {1}},
    {"testp.normal.f32", {kNegZero}, {1}},
    {"testp.normal.f32", {kMaxSubnormal}, {0}},
    {"testp.normal.f32", {kInf}, {0}},
    {"testp.subnormal.f32", {kNegTiny}, {1}},
    {"testp.subnormal.f32", {kZero}, {0}},
    {"testp.finite.f64", {kInf64}, {0}},
    {"testp.subnormal.f64", {1}, {1}},
    {"testp.notanumber.f64", {kNan64}, {1}},
};

// Of several f64 operands that are NaN the second one wins, then the third; the result is quiet.
constexpr u64 kNanA = 0xfff0'0000'0000'0004, kNanB = 0x7ff4'1234'5678'9abc;
constexpr u64 kNanC = 0xfffa'bcde'f123'4567, kQuiet = 0x0008'0000'0000'0000;
const CaseTable kNanPayloads{
    {"add.f64", {kNanA, kOne64}, {kNanA | kQuiet}},
    {"add.f64", {kNanA, kNanB}, {kNanB | kQuiet}},
    {"sub.f64", {kNanB, kNanA}, {kNanA | kQuiet}},
    {"mul.f64", {kNanA, kNanB}, {kNanB | kQuiet}},
    {"min.f64", {kNanA, kNanB}, {kNanB | kQuiet}},
    {"fma.rn.f64", {kNanA, kNanB, kNanC}, {kNanB | kQuiet}},
    {"fma.rn.f64", {kNanA, kOne64, kNanC}, {kNanC}},
    {"fma.rn.f64", {kOne64, kNanB, kNanC}, {kNanB | kQuiet}},
    {"div.rn.f64", {kNanA, kNanB}, {kNanA | kQuiet}},  // a routine: the first one
    {"div.rz.f64", {kOne64, kNanB}, {kNanB | kQuiet}},
    {"rcp.rn.f64", {kNanB}, {kNanB | kQuiet}},
    {"sqrt.rn.f64", {kNanA}, {kNanA | kQuiet}},
    // The high word of these is computed like a single: its one NaN.
    {"rcp.approx.ftz.f64", {kNanB}, {0x7fff'ffff'0000'0000}},
    {"rcp.approx.ftz.f64", {kNanA}, {kNegZero64}},  // without its low word an infinity
    {"rsqrt.approx.ftz.f64", {kOne64 | kNegZero64}, {0x7fff'ffff'0000'0000}},
    {"rsqrt.approx.f64", {kOne64 | kNegZero64}, {kNan64}},
};
TEST_CASE("float 06: the payload of a double-precision NaN") {
  check_cases(kNanPayloads);
}

TEST_CASE("float 01: sums") {
  check_cases(kSums);
}
TEST_CASE("float 02: products and fused operations") {
  check_cases(kProducts);
}
TEST_CASE("float 03: quotients") {
  check_cases(kQuotients);
}
TEST_CASE("float 04: roots") {
  check_cases(kRoots);
}
TEST_CASE("float 05: selections, signs and properties") {
  check_cases(kSelections);
}

}  // namespace
}  // namespace simt::test
