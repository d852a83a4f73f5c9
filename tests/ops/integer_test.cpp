// Values of integer arithmetic: hand-computed cases at the boundaries, and an oracle that computes
// in 128 bits for random operands.
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <string>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr u64 kMin64 = 0x8000'0000'0000'0000, kMax64 = kMin64 - 1, kOnes64 = ~0ull;
constexpr u32 kMin32 = 0x8000'0000, kMax32 = kMin32 - 1, kOnes32 = ~0u;

const CaseTable kAddSub{
    {"add.u16", {0xffff, 1}, {0}},
    {"add.s16", {0x7fff, 1}, {0x8000}},
    {"add.u32", {kOnes32, 1}, {0}},
    {"add.s32", {kMax32, 1}, {kMin32}},
    {"add.u64", {kOnes64, 1}, {0}},
    {"add.s64", {kMin64, kOnes64}, {kMax64}},
    {"add.sat.s32", {kMax32, 1}, {kMax32}},
    {"add.sat.s32", {kMin32, kOnes32}, {kMin32}},
    {"add.s32.sat", {kMin32, kMax32}, {kOnes32}},
    {"add.u16x2", {0xffff0001, 0x0001ffff}, {0}},
    {"add.s16x2", {0x7fff8000, 0x0001ffff}, {0x80007fff}},
    {"sub.u16", {0, 1}, {0xffff}},
    {"sub.s16", {0x8000, 1}, {0x7fff}},
    {"sub.u32", {0, 1}, {kOnes32}},
    {"sub.s32", {kMin32, 1}, {kMax32}},
    {"sub.u64", {0, 1}, {kOnes64}},
    {"sub.sat.s32", {kMin32, 1}, {kMin32}},
    {"sub.sat.s32", {0, kMin32}, {kMax32}},
    {"sub.sat.s32", {5, 7}, {0xfffffffe}},
};

const CaseTable kMultiply{
    {"mul.lo.u16", {0xffff, 0xffff}, {1}},
    {"mul.lo.s16", {0x8000, 0xffff}, {0x8000}},
    {"mul.lo.u32", {0x10000, 0x10000}, {0}},
    {"mul.lo.s32", {kOnes32, kOnes32}, {1}},
    {"mul.lo.u64", {kOnes64, kOnes64}, {1}},
    {"mul.lo.s64", {kMin64, kOnes64}, {kMin64}},
    {"mul.hi.u16", {0xffff, 0xffff}, {0xfffe}},
    {"mul.hi.s16", {0x8000, 0x8000}, {0x4000}},
    {"mul.hi.u32", {kOnes32, kOnes32}, {0xfffffffe}},
    {"mul.hi.s32", {kMin32, kMin32}, {0x40000000}},
    {"mul.hi.s32", {kOnes32, 1}, {kOnes32}},
    {"mul.hi.u64", {kOnes64, kOnes64}, {kOnes64 - 1}},
    {"mul.hi.s64", {kMin64, kMin64}, {0x4000000000000000}},
    {"mul.hi.s64", {kOnes64, 1}, {kOnes64}},
    {"mul.wide.u16", {0xffff, 0xffff}, {0xfffe0001}},
    {"mul.wide.s16", {0x8000, 0x8000}, {0x40000000}},
    {"mul.wide.u32", {kOnes32, kOnes32}, {0xfffffffe00000001}},
    {"mul.wide.s32", {kOnes32, 4}, {kOnes64 - 3}},
    {"mul.wide.s32", {kMin32, kMin32}, {0x4000000000000000}},
    {"mad.lo.u16", {0xffff, 0xffff, 0xffff}, {0}},
    {"mad.lo.s32", {kMax32, 2, 3}, {1}},
    {"mad.lo.u64", {kOnes64, 2, 3}, {1}},
    {"mad.hi.u16", {0xffff, 0xffff, 3}, {1}},
    {"mad.hi.s32", {kMin32, kMin32, kMin32}, {0xc0000000}},
    {"mad.hi.u64", {kOnes64, kOnes64, 3}, {1}},
    {"mad.hi.s64", {kMin64, kMin64, kMin64}, {0xc000000000000000}},
    {"mad.hi.sat.s32", {kMin32, kMin32, kMax32}, {kMax32}},
    {"mad.hi.sat.s32", {kMin32, kMax32, kMin32}, {kMin32}},
    {"mad.hi.sat.s32", {kMin32, kMin32, 1}, {0x40000001}},
    {"mad.wide.u16", {0xffff, 0xffff, kOnes32}, {0xfffe0000}},
    {"mad.wide.s16", {0x8000, 0x8000, 0x40000000}, {kMin32}},
    {"mad.wide.u32", {kOnes32, kOnes32, kOnes64}, {0xfffffffe00000000}},
    {"mad.wide.s32", {kMin32, kMin32, 0x4000000000000000}, {kMin64}},
    {"mad.wide.s32", {kOnes32, 4, 1024}, {1020}},
    // 24-bit factors: the upper byte is ignored, or is the sign's copy.
    {"mul24.lo.u32", {0xff000002, 3}, {6}},
    {"mul24.lo.s32", {0x00ffffff, 3}, {0xfffffffd}},
    {"mul24.hi.u32", {0x00ffffff, 0x00ffffff}, {0xfffffe00}},
    {"mul24.hi.s32", {0x00800000, 0x00800000}, {0x40000000}},
    {"mul24.hi.s32", {0x00ffffff, 1}, {kOnes32}},
    {"mad24.lo.u32", {0xff000002, 3, kOnes32}, {5}},
    {"mad24.lo.s32", {0x00ffffff, 3, 3}, {0}},
    {"mad24.hi.u32", {0x00ffffff, 0x00ffffff, 0x200}, {0}},
    {"mad24.hi.s32", {0x00ffffff, 1, 1}, {0}},
    {"mad24.hi.sat.s32", {0x00800000, 0x00800000, kMax32}, {kMax32}},
    {"mad24.hi.sat.s32", {0x00800000, 0x007fffff, kMin32}, {kMin32}},
    {"dp4a.u32.u32", {0xff020304, 0xff010101, 1}, {0xfe01 + 9 + 1}},
    {"dp4a.u32.s32", {0xff000000, 0xff000000, 0}, {0xffffff01}},
    {"dp4a.s32.u32", {0x000000ff, 0x000000ff, 0}, {0xffffff01}},
    {"dp4a.s32.s32", {0x80808080, 0x80808080, 0}, {0x10000}},
    {"dp4a.s32.s32", {0x01010101, 0x01010101, kMax32}, {0x80000003}},
};
const CaseTable kDot2{
    {"dp2a.lo.u32.u32", {0xffff0002, 0xffff0103, 1}, {0xffff + 6 + 1}},
    {"dp2a.hi.u32.u32", {0xffff0002, 0x0103ffff, 1}, {0xffff + 6 + 1}},
    {"dp2a.lo.u32.s32", {0xffff0002, 0x0000ff03, 0}, {0xffff0007}},
    {"dp2a.hi.u32.s32", {0xffff0002, 0xff030000, 0}, {0xffff0007}},
    {"dp2a.lo.s32.u32", {0xffff0002, 0x0000ff03, 0}, {0xffffff07}},
    {"dp2a.hi.s32.u32", {0xffff0002, 0xff030000, 0}, {0xffffff07}},
    {"dp2a.lo.s32.s32", {0xffff0002, 0x0000ff03, 0}, {7}},
    {"dp2a.hi.s32.s32", {0x80008000, 0x80800000, 0}, {0x800000}},
};

// By zero: what an H200 gives, all ones.
const CaseTable kDivide{
    {"div.u16", {0xffff, 7}, {9362}},
    {"div.u16", {1, 0}, {0xffff}},
    {"div.s16", {0x8000, 0xffff}, {0x8000}},
    {"div.s16", {0xfff9, 2}, {0xfffd}},  // -7 / 2 = -3
    {"div.u32", {kOnes32, 2}, {kMax32}},
    {"div.u32", {7, 0}, {kOnes32}},
    {"div.s32", {kMin32, kOnes32}, {kMin32}},
    {"div.s32", {kMin32, 0}, {kOnes32}},
    {"div.s32", {0xfffffff9, 2}, {0xfffffffd}},
    {"div.s32", {7, 0xfffffffe}, {0xfffffffd}},
    {"div.u64", {kOnes64, 10}, {1844674407370955161}},
    {"div.u64", {0, 0}, {kOnes64}},
    {"div.s64", {kMin64, kOnes64}, {kMin64}},
    {"div.s64", {kMin64, 0}, {kOnes64}},
    {"rem.u16", {0xffff, 7}, {1}},
    {"rem.u16", {5, 0}, {0xffff}},
    {"rem.s16", {0xfff9, 2}, {0xffff}},  // the sign of the dividend
    {"rem.s16", {0x8000, 0xffff}, {0}},
    {"rem.u32", {kOnes32, 10}, {5}},
    {"rem.u32", {5, 0}, {kOnes32}},
    {"rem.s32", {0xfffffff9, 2}, {kOnes32}},
    {"rem.s32", {7, 0xfffffffe}, {1}},
    {"rem.s32", {kMin32, kOnes32}, {0}},
    {"rem.s32", {7, 0}, {kOnes32}},
    {"rem.u64", {kOnes64, 10}, {5}},
    {"rem.s64", {kMin64, kOnes64}, {0}},
    {"rem.s64", {kMin64, 10}, {kOnes64 - 7}},
};

const CaseTable kMinMax{
    {"min.u16", {0xffff, 1}, {1}},
    {"min.s16", {0xffff, 1}, {0xffff}},
    {"min.u32", {kMin32, kMax32}, {kMax32}},
    {"min.s32", {kMin32, kMax32}, {kMin32}},
    {"min.u64", {kMin64, kMax64}, {kMax64}},
    {"min.s64", {kMin64, kMax64}, {kMin64}},
    {"min.relu.s32", {5, kOnes32}, {0}},
    {"min.relu.s32", {5, 7}, {5}},
    {"min.u16x2", {0xffff0001, 0x00010002}, {0x00010001}},
    {"min.s16x2", {0xffff0001, 0x00010002}, {0xffff0001}},
    {"min.relu.s16x2", {0xffff0001, 0x00010002}, {0x00000001}},
    {"max.u16", {0xffff, 1}, {0xffff}},
    {"max.s16", {0xffff, 1}, {1}},
    {"max.u32", {kMin32, kMax32}, {kMin32}},
    {"max.s32", {kMin32, kMax32}, {kMax32}},
    {"max.u64", {kMin64, kMax64}, {kMin64}},
    {"max.s64", {kMin64, kMax64}, {kMax64}},
    {"max.relu.s32", {kMin32, kOnes32}, {0}},
    {"max.relu.s32", {kMin32, 3}, {3}},
    {"max.u16x2", {0xffff0001, 0x00010002}, {0xffff0002}},
    {"max.s16x2", {0xffff0001, 0x00010002}, {0x00010002}},
    {"max.relu.s16x2", {0xffff8000, 0xfffe0002}, {0x00000002}},
    {"abs.s16", {0x8000}, {0x8000}},
    {"abs.s16", {0xffff}, {1}},
    {"abs.s32", {kMin32}, {kMin32}},
    {"abs.s32", {0xfffffffb}, {5}},
    {"abs.s64", {kMin64}, {kMin64}},
    {"abs.s64", {kOnes64}, {1}},
    {"neg.s16", {0x8000}, {0x8000}},
    {"neg.s32", {kMin32}, {kMin32}},
    {"neg.s32", {1}, {kOnes32}},
    {"neg.s64", {kMin64}, {kMin64}},
    {"neg.s64", {1}, {kOnes64}},
    {"sad.u16", {1, 0xffff, 1}, {0xffff}},
    {"sad.s16", {1, 0xffff, 1}, {3}},
    {"sad.u32", {0, kOnes32, 1}, {0}},
    {"sad.s32", {kMin32, kMax32, 0}, {kOnes32}},
    {"sad.u64", {0, kOnes64, 2}, {1}},
    {"sad.s64", {kMin64, kMax64, 1}, {0}},
};

// Inputs and outputs end with CC.CF where the instruction reads or writes it: the carry of the
// adder, so 1 after a subtraction that did not borrow.
const CaseTable kExtended{
    {"add.cc.u32", {kOnes32, 1}, {0, 1}},
    {"add.cc.s32", {kMax32, 1}, {kMin32, 0}},
    {"add.cc.u64", {kOnes64, 1}, {0, 1}},
    {"addc.u32", {kOnes32, 0, 1}, {0}},
    {"addc.cc.u32", {kOnes32, 0, 1}, {0, 1}},
    {"addc.cc.s32", {kOnes32, kOnes32, 1}, {kOnes32, 1}},
    {"addc.cc.s32", {kOnes32, 0, 0}, {kOnes32, 0}},
    {"addc.cc.u64", {kOnes64, kOnes64, 1}, {kOnes64, 1}},
    {"addc.s64", {1, 2, 1}, {4}},
    {"sub.cc.u32", {0, 1}, {kOnes32, 0}},
    {"sub.cc.s32", {1, 1}, {0, 1}},
    {"sub.cc.u64", {0, kOnes64}, {1, 0}},
    {"subc.u32", {0, 0, 0}, {kOnes32}},
    {"subc.cc.u32", {5, 5, 0}, {kOnes32, 0}},
    {"subc.cc.s32", {0, kOnes32, 0}, {0, 0}},
    {"subc.cc.u64", {5, 5, 1}, {0, 1}},
    {"subc.s64", {0, kOnes64, 0}, {0}},
    {"mad.lo.cc.u32", {kOnes32, kOnes32, kOnes32}, {0, 1}},
    {"mad.lo.cc.s64", {kOnes64, 1, 1}, {0, 1}},
    {"mad.hi.cc.u32", {kOnes32, kOnes32, 2}, {0, 1}},
    {"mad.hi.cc.s32", {kOnes32, 1, 1}, {0, 1}},
    {"mad.hi.cc.u64", {kOnes64, kOnes64, 2}, {0, 1}},
    {"mad.hi.cc.s64", {kOnes64, 1, 0}, {kOnes64, 0}},
    {"madc.lo.u32", {3, 4, 5, 1}, {18}},
    {"madc.lo.cc.u32", {kOnes32, 1, 0, 1}, {0, 1}},
    {"madc.lo.cc.u64", {kOnes64, 1, 0, 1}, {0, 1}},
    {"madc.hi.u32", {kMin32, 4, 5, 1}, {8}},
    {"madc.hi.cc.s32", {kOnes32, 1, 0, 1}, {0, 1}},
    {"madc.hi.cc.u64", {kMin64, 4, 5, 1}, {8, 0}},
    {"madc.hi.s64", {kOnes64, 1, 0, 1}, {0}},
};

u128 random_bits(std::mt19937_64& rng, unsigned bits) {
  // Half of the values are near a power of two or its negative.
  const u64 any = rng();
  const u64 near = (u64{1} << (rng() % bits)) + rng() % 3 - 1;
  const u64 pick = (any & 1) != 0 ? rng() : (any & 2) != 0 ? near : 0 - near;
  return bits == 64 ? pick : pick & ((u64{1} << bits) - 1);
}
s128 sign_extend(u128 v, unsigned bits) {
  return static_cast<s128>(v << (128 - bits)) >> (128 - bits);
}
u128 truncate(s128 v, unsigned bits) {
  return bits == 128 ? static_cast<u128>(v) : static_cast<u128>(v) & ((u128{1} << bits) - 1);
}

}  // namespace

TEST_CASE("integer addition and subtraction") {
  check_cases(kAddSub);
}
TEST_CASE("integer multiplication") {
  check_cases(kMultiply);
}
TEST_CASE("dot product of halves") {
  check_cases(kDot2);
}
TEST_CASE("integer division") {
  check_cases(kDivide);
}
TEST_CASE("minimum, maximum, absolute value, negation") {
  check_cases(kMinMax);
}
TEST_CASE("extended precision") {
  check_cases(kExtended);
}

TEST_CASE("integer arithmetic equals 128-bit arithmetic") {
  std::mt19937_64 rng(20240521);
  for (const unsigned bits : {16u, 32u, 64u})
    for (const bool is_signed : {false, true}) {
      const std::string type = (is_signed ? ".s" : ".u") + std::to_string(bits);
      std::deque<std::string> names;
      std::vector<Case> cases;
      const auto expect = [&](const std::string& name, Values in, s128 exact, unsigned width) {
        names.push_back(name + type);
        cases.push_back({names.back(), std::move(in), {truncate(exact, width)}});
      };
      for (int i = 0; i < 200; ++i) {
        const u128 a = random_bits(rng, bits), b = random_bits(rng, bits);
        const u128 c = random_bits(rng, bits);
        const auto value = [&](u128 v) { return is_signed ? sign_extend(v, bits) : s128(v); };
        const s128 x = value(a), y = value(b), z = value(c);
        expect("add", {a, b}, x + y, bits);
        expect("sub", {a, b}, x - y, bits);
        // An unsigned 64-bit product needs all 128 bits: multiply as unsigned there.
        const s128 product = static_cast<s128>(static_cast<u128>(x) * static_cast<u128>(y));
        expect("mul.lo", {a, b}, product, bits);
        const s128 high = is_signed ? product >> bits : s128(u128(product) >> bits);
        expect("mul.hi", {a, b}, high, bits);
        expect("mad.hi", {a, b, c}, high + z, bits);
        expect("mad.lo", {a, b, c}, static_cast<s128>(u128(product) + u128(z)), bits);
        if (bits < 64) expect("mul.wide", {a, b}, product, 2 * bits);
        if (y != 0) {
          expect("div", {a, b}, x / y, bits);
          expect("rem", {a, b}, x % y, bits);
        }
        expect("min", {a, b}, std::min(x, y), bits);
        expect("max", {a, b}, std::max(x, y), bits);
        expect("sad", {a, b, c}, (x < y ? y - x : x - y) + z, bits);
      }
      check_cases(cases);
    }
}

TEST_CASE("a chain of carries adds and multiplies wide numbers") {
  std::mt19937_64 rng(7);
  for (int i = 0; i < 100; ++i) {
    const u128 a = (random_bits(rng, 64) << 64) | random_bits(rng, 64);
    const u128 b = (random_bits(rng, 64) << 64) | random_bits(rng, 64);
    const auto low = [](u128 v) { return static_cast<u64>(v); };
    const auto high = [](u128 v) { return static_cast<u64>(v >> 64); };
    const Values l = evaluate("add.cc.u64", {low(a), low(b)}, 2);
    const Values h = evaluate("addc.u64", {high(a), high(b), l[1]});
    CHECK((h[0] << 64 | l[0]) == a + b);
    const Values sl = evaluate("sub.cc.u64", {low(a), low(b)}, 2);
    const Values sh = evaluate("subc.u64", {high(a), high(b), sl[1]});
    CHECK((sh[0] << 64 | sl[0]) == a - b);
    // 64 x 64 from 32-bit pieces, as nvcc writes it.
    const u64 x = low(a), y = low(b);
    const u128 x0 = static_cast<u32>(x), x1 = x >> 32, y0 = static_cast<u32>(y), y1 = y >> 32;
    const u128 d0 = evaluate("mul.lo.u32", {x0, y0})[0];
    Values t = evaluate("mad.lo.cc.u32", {x0, y1, evaluate("mul.hi.u32", {x0, y0})[0]}, 2);
    Values d2 = evaluate("madc.hi.cc.u32", {x0, y1, 0, t[1]}, 2);
    Values d1 = evaluate("mad.lo.cc.u32", {x1, y0, t[0]}, 2);
    const Values up = evaluate("madc.hi.cc.u32", {x1, y0, d2[0], d1[1]}, 2);
    const Values top = evaluate("mad.lo.cc.u32", {x1, y1, up[0]}, 2);
    const Values last = evaluate("madc.hi.u32", {x1, y1, up[1] + d2[1], top[1]});
    CHECK((last[0] << 96 | top[0] << 64 | d1[0] << 32 | d0) == u128(x) * y);
  }
}

TEST_CASE("additions and subtractions share the carry of the adder") {
  // 0 - 1 borrows: the adder's carry is 0, and the addition adds nothing more.
  const Values borrowed = evaluate("sub.cc.u32", {0, 1}, 2);
  CHECK(evaluate("addc.u32", {10, 20, borrowed[1]})[0] == 30);
  const Values none = evaluate("sub.cc.u32", {1, 1}, 2);
  CHECK(evaluate("addc.u32", {10, 20, none[1]})[0] == 31);
  CHECK(evaluate("madc.lo.u32", {2, 3, 4, none[1]})[0] == 11);
  // A carry out of an addition is no borrow: subc takes nothing more away.
  const Values carried = evaluate("add.cc.u32", {kOnes32, 1}, 2);
  CHECK(evaluate("subc.u32", {30, 20, carried[1]})[0] == 10);
  const Values small = evaluate("mad.lo.cc.u32", {2, 3, 4}, 2);
  CHECK(evaluate("subc.u32", {30, 20, small[1]})[0] == 9);
  CHECK(evaluate("subc.u64", {0, 0, small[1]})[0] == kOnes64);
}

}  // namespace simt::test
