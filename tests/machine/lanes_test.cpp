// Each lane function of machine code against plain arithmetic, with every modifier that it reads.
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "tests/machine/lane_cases.h"

using namespace simt;
using namespace simt::machine;
using namespace simt::machine::test;

namespace {

const std::vector<u32> kWords{0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0x12345678, kMost};

float real(Lanes which, u64 modifiers, std::vector<float> sources,
           std::vector<LaneMask> predicates = {}) {
  std::vector<u32> words;
  for (const float f : sources) words.push_back(std::bit_cast<u32>(f));
  return std::bit_cast<float>(of(which, modifiers, words, predicates));
}
double wide(Lanes which, u64 modifiers, std::vector<double> sources) {
  LaneRig rig(which, modifiers);
  rig.result();
  unsigned i = 0;
  for (const double s : sources) rig.source(i++, s);
  rig.run();
  return rig.value<double>(0, 31);
}
/// The two predicates of a comparison.
template <class T>
std::pair<bool, bool> compared(Lanes which, u64 modifiers, T a, T b, LaneMask with,
                               LaneMask lower = 0) {
  LaneRig rig(which, modifiers);
  rig.result(0);
  rig.result(1);
  rig.source(0, a);
  rig.source(1, b);
  rig.predicate(2, with);
  rig.predicate(3, lower);
  rig.run();
  return {rig.lanes(0) == kAll, rig.lanes(1) == kAll};
}

void iadd3() {
  for (const u32 a : kWords)
    for (const u32 b : kWords) {
      CHECK(of(Lanes::iadd3, 0, {a, b, 5}, {0, 0}) == a + b + 5);
      CHECK(of(Lanes::iadd3, kNegateB, {a, b, 0}, {0, 0}) == a - b);
      // The lower words of a difference, then the upper ones with the carry.
      LaneRig low(Lanes::iadd3, kNegateB);
      for (unsigned i = 0; i < 3; ++i) low.result(i);
      low.source(0, a);
      low.source(1, b);
      low.source(2, u32{0});
      low.run();
      CHECK((low.lanes(1) == kAll) == (a >= b));
      const u32 high = of(Lanes::iadd3, kNegateB | kExtended, {7, 3, 0}, {low.lanes(1), 0});
      CHECK(high == static_cast<u32>(((u64{7} << 32 | a) - (u64{3} << 32 | b)) >> 32));
    }
  LaneRig both(Lanes::iadd3);
  for (unsigned i = 0; i < 3; ++i) both.result(i);
  for (unsigned i = 0; i < 3; ++i) both.source(i, kMost);
  both.run();
  CHECK(both.lanes(1) == kAll);
  CHECK(both.lanes(2) == kAll);
}
void imad() {
  CHECK(of(Lanes::imad, 0, {7, 6, 5}, {0}) == 47);
  CHECK(of(Lanes::imad, kNegateC, {7, 6, 5}, {0}) == 37);
  CHECK(of(Lanes::imad, kExtended, {7, 6, 5}, {kAll}) == 48);
}
u64 product(u64 modifiers, u32 a, u32 b, u64 c, Lanes which = Lanes::imad_wide,
            LaneMask carry = 0) {
  LaneRig rig(which, modifiers);
  rig.result();
  rig.source(0, a);
  rig.source(1, b);
  rig.source(2, c);
  rig.predicate(3, carry);
  rig.run();
  return which == Lanes::imad_wide ? rig.value<u64>(0, 9) : rig.value<u32>(0, 9);
}
void imad_wide() {
  CHECK(product(0, kMost, 2, 3) == 0x1fffffffeull + 3);
  CHECK(product(kSigned, kMost, 2, 3) == 1);
  CHECK(product(kNegateC, 4, 5, 3) == 17);
}
void imad_high() {
  CHECK(product(0, 0x80000000, 4, u64{5} << 32, Lanes::imad_high) == 7);
  CHECK(product(kSigned, kMost, 1, 0, Lanes::imad_high) == kMost);
  CHECK(product(kExtended, kMost, 1, 0, Lanes::imad_high, kAll) == 1);
}
void lea() {
  CHECK(of(Lanes::lea, amount(3), {5, 100, 0}, {0}) == 140);
  CHECK(of(Lanes::lea, amount(3) | kNegateB, {5, 100, 0}, {0}) == 40u - 100u);
  CHECK(of(Lanes::lea, amount(3) | kExtended, {5, 100, 0}, {kAll}) == 141);
  CHECK(of(Lanes::lea, amount(3) | kExtended | kNegateB, {5, 100, 0}, {0}) == 40u + ~100u);
}
void lea_high() {
  CHECK(of(Lanes::lea_high, amount(4), {0xf0000000, 100, 2}, {0}) == 0x2f + 100);
  CHECK(of(Lanes::lea_high, amount(4) | kSigned, {0xf0000000, 100, 2}, {0}) == 99);
}
void lop3() {
  for (const u32 a : kWords) {
    CHECK(of(Lanes::lop3, table(0xc0), {a, 0xff00ff, 9}, {0}) == (a & 0xff00ff));
    CHECK(of(Lanes::lop3, table(0x96), {a, 3, 9}, {0}) == (a ^ 3 ^ 9));
    CHECK(of(Lanes::lop3, table(0xe2), {a, 0xff, 9}, {0}) == ((a & 0xff) | (9 & ~0xffu)));
  }
  for (unsigned t = 0; t < 256; ++t) {  // a = 0xf0, b = 0xcc, c = 0xaa give the table itself
    CHECK((of(Lanes::lop3, table(t), {0xf0, 0xcc, 0xaa}, {0}) & 0xff) == t);
    CHECK(of(Lanes::lop3, table(t), {~0xf0u, ~0xccu, ~0xaau}, {0}) >> 24 == (t >> 7) * 0xff);
  }
  LaneRig some(Lanes::lop3, table(0xc0) | kAnd);
  some.result(0);
  some.result(1);
  for (unsigned i = 0; i < 3; ++i) some.source(i, u32{4});
  some.predicate(3, 0xff);
  some.run();
  CHECK(some.lanes(1) == 0xff);
}
void shf() {
  for (const u32 n : {0u, 1u, 31u, 32u, 40u, 64u, 70u}) {
    const u64 v = u64{0x89abcdef} << 32 | 0x01234567;
    const auto shifted = [&](u64 modifiers) {
      return of(Lanes::shf, modifiers, {0x01234567, n, 0x89abcdef});
    };
    const u32 n32 = std::min(n, 32u);
    CHECK(shifted(0) == (n32 == 32 ? 0 : static_cast<u32>(v << n32)));
    CHECK(shifted(kHigh) == static_cast<u32>(v << n32 >> 32));
    CHECK(shifted(kWide | kHigh) == (n >= 64 ? 0 : static_cast<u32>(v << n >> 32)));
    CHECK(shifted(kWide | kRight) == (n >= 64 ? 0 : static_cast<u32>(v >> n)));
    CHECK(shifted(kRight | kHigh) == static_cast<u32>(v >> n32 >> 32));
    CHECK(shifted(kRight | kHigh | kWrap) == static_cast<u32>(v >> (n & 31) >> 32));
    CHECK(shifted(kWrap) == static_cast<u32>(v << (n & 31)));
    CHECK(shifted(kRight | kHigh | kSigned) ==
          static_cast<u32>(static_cast<std::int64_t>(v) >> n32 >> 32));
    CHECK(shifted(kRight | kWrap) == static_cast<u32>(v >> (n & 31)));
  }
}
void prmt() {
  CHECK(of(Lanes::prmt, 0, {0x44332211, 0x7710, 0x88776655}) == 0x88882211);
  CHECK(of(Lanes::prmt, 0, {0x44332281, 0x8888, 0}) == kMost);
  // .F4E, .B4E, .RC8, .ECL, .ECR, .RC16, with 1 and with 2 as the selector.
  const std::vector<std::pair<u32, u32>> modes{{0x55443322, 0x66554433}, {0, 0},
                                               {0x22222222, 0x33333333}, {0x44332222, 0x44333333},
                                               {0x22222211, 0x33332211}, {0x44334433, 0x22112211}};
  for (unsigned mode = 1; mode <= modes.size(); ++mode) {
    if (mode == 2) continue;
    CHECK(of(Lanes::prmt, function(mode), {0x44332211, 1, 0x88776655}) == modes[mode - 1].first);
    CHECK(of(Lanes::prmt, function(mode), {0x44332211, 2, 0x88776655}) == modes[mode - 1].second);
  }
  CHECK(of(Lanes::prmt, function(2), {0x44332211, 1, 0x88776655}) == 0x77881122);
}
void isetp() {
  const auto relation = [](unsigned r, bool is_signed) {
    return function(r) | (is_signed ? u64{kSigned} : 0);
  };
  for (const u32 a : kWords)
    for (const u32 b : kWords) {
      const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
      CHECK(compared(Lanes::isetp, relation(kLess, false), a, b, kAll).first == (a < b));
      CHECK(compared(Lanes::isetp, relation(kLess, true), a, b, kAll).first == (sa < sb));
      CHECK(compared(Lanes::isetp, relation(kGreaterEqual, true), a, b, kAll).second == (sa < sb));
      CHECK(compared(Lanes::isetp, relation(kNotEqual, true), a, b, kAll).first == (a != b));
      // 64 bits: equal upper words leave it to the lower ones.
      const u64 ex = relation(kLess, false) | kExtended;
      CHECK(compared(Lanes::isetp, ex, a, b, kAll, kAll).first == (a <= b));
    }
  CHECK(compared(Lanes::isetp, function(kWithOr << 4 | kLess), 3u, 2u, kAll).first);
}
void plop3() {
  LaneRig rig(Lanes::plop3, table(0x80) | u64{0x01} << kSecondTableAt);
  rig.result(0);
  rig.result(1);
  rig.predicate(0, 0xf0f0);
  rig.predicate(1, 0xff00);
  rig.predicate(2, 0xffff);
  rig.run();
  CHECK(rig.lanes(0) == 0xf000);
  CHECK(rig.lanes(1) == 0xffff0000);
}
void p2r() {
  LaneRig rig(Lanes::p2r, amount(1));
  rig.result();
  rig.source(0, u32{0xaaaaaaaa});
  rig.source(1, u32{0x7f});
  std::array<LaneMask, 32> p{};
  p[0] = p[3] = kAll;
  rig.source(2, p);
  rig.run();
  CHECK(rig.value() == 0xaaaa89aa);
}
void r2p() {
  LaneRig rig(Lanes::r2p);
  rig.result();
  rig.source(0, u32{0b101});
  rig.source(1, u32{0b111});
  rig.run();
  CHECK(rig.value<LaneMask>(0, 0) == kAll);
  CHECK(rig.value<LaneMask>(0, 1) == 0);
  CHECK(rig.value<LaneMask>(0, 2) == kAll);
}
void vote() {
  for (const LaneMask yes : {LaneMask{0}, LaneMask{0b110}, kAll}) {
    LaneRig rig(Lanes::vote, function(1));
    rig.result(0);
    rig.result(1);
    rig.predicate(0, yes);
    rig.run(0xff);
    CHECK(rig.value() == (yes & 0xff));
    CHECK(rig.lanes(1) == (yes != 0 ? 0xff : 0));
  }
}
void r2ur() {
  LaneRig rig(Lanes::r2ur);
  rig.result(0);
  rig.result(1);
  std::array<u32, 32> a;
  for (u32 i = 0; i < 32; ++i) a[i] = i / 16;
  rig.source(0, a);
  rig.run(0xffff0000 | 0xff);
  CHECK(rig.value(0, 31) == 0);
  CHECK(rig.lanes(1) == 0xffff0000);
}
// src[0] is true in lanes 2, 3 and 9, of which 3 and 9 are there.
void elect() {
  LaneRig rig(Lanes::elect);
  rig.result(0);
  rig.result(1);
  rig.predicate(0, 0x20c);
  rig.run(0x3f8);
  CHECK(rig.value(0, 31) == 3);
  CHECK(rig.lanes(1) == 0x8);
}
void redux() {
  std::array<u32, 32> a;
  for (u32 i = 0; i < 32; ++i) a[i] = i - 4;
  const auto of_all = [&](u64 modifiers) {
    LaneRig rig(Lanes::redux, modifiers);
    rig.result();
    rig.source(0, a);
    rig.run(0xff);
    return rig.value(0, 30);
  };
  CHECK(of_all(function(3)) == static_cast<u32>(-4));
  CHECK(of_all(function(4) | kSigned) == static_cast<u32>(-4));
  CHECK(of_all(function(5) | kSigned) == 3);
  CHECK(of_all(function(5)) == kMost);
  CHECK(of_all(function(0)) == 0);
}
void bmov_get() {
  LaneRig rig(Lanes::bmov_get, kClears);
  rig.result();
  rig.source(0, u32{0xabcd});
  rig.run(0xf0);
  CHECK(rig.value(0, 5) == 0xabcd);
  rig.run();
  CHECK(rig.value(0, 5) == 0);
  CHECK(rig.value(0, 0) == 0xabcd);
}
void bmov_set() {
  LaneRig rig(Lanes::bmov_set);
  rig.result();
  rig.source(0, u32{0x1234});
  rig.run(0xf0);
  CHECK(rig.value(0, 5) == 0x1234);
  CHECK(rig.value(0, 0) != 0x1234);
}
void single() {
  CHECK(real(Lanes::fadd, 0, {1.5f, 2.25f}) == 3.75f);
  CHECK(real(Lanes::fadd, kNegateB | kAbsoluteB, {1.5f, -2.25f}) == -0.75f);
  CHECK(std::bit_cast<u32>(real(Lanes::fadd, 0, {INFINITY, -INFINITY})) == 0x7fffffff);
  CHECK(real(Lanes::fmul, kNegateA, {1.5f, 2.0f}) == -3.0f);
  CHECK(real(Lanes::ffma, kNegateC, {1.5f, 2.0f, 1.0f}) == 2.0f);
  const float e = std::ldexp(1.0f, -23);
  CHECK(real(Lanes::ffma, kNegateC, {1 + e, 1 - e, 1.0f}) == -e * e);
  LaneRig up(Lanes::fadd);
  up.inst.op.mode.rounding = Rounding::Up;
  up.result();
  up.source(0, 1.0f);
  up.source(1, 1e-20f);
  up.run();
  CHECK(up.value<float>() == 1 + e);
  LaneRig flushed(Lanes::fmul);
  flushed.inst.op.mode.ftz = true;
  flushed.result();
  flushed.source(0, 1e-38f);
  flushed.source(1, 0.1f);
  flushed.run();
  CHECK(flushed.value<float>() == 0.0f);
}
// As an H100 gives it.
void swizzled() {
  const auto of = [](u64 signs, u32 a, u32 b, FloatMode mode = {}) {
    LaneRig rig(Lanes::fswzadd, signs << kTableAt);
    rig.inst.op.mode = mode;
    rig.result();
    rig.source(0, a);
    rig.source(1, b);
    rig.run();
    return std::array{rig.value<u32>(0, 0), rig.value<u32>(0, 1), rig.value<u32>(0, 2),
                      rig.value<u32>(0, 31)};
  };
  const auto bits = [](float x) { return std::bit_cast<u32>(x); };
  // 3 and 300: 0 + B, B - A, A - B, A + B.
  CHECK(of(0xe4, bits(3), bits(300)) == std::array{bits(300), bits(297), bits(-297), bits(303)});
  constexpr u32 kInfinity = 0x7f800000, kNone = 0x7fffffff, kMinus = 0x80000000;
  CHECK(of(0xff, kInfinity, kMinus)[0] == 0);  // not -0
  CHECK(of(0xff, 0x7fc12345, kMinus)[0] == 0);
  CHECK(of(0xff, bits(1), 0x7fd54321)[0] == kNone);
  CHECK(of(0x55, kInfinity, kInfinity)[0] == kNone);
  CHECK(of(0x55, 0xabc, 0x123)[0] == 0x999);
  CHECK(of(0xaa, 0xabc, 0x123)[0] == 0x80000999);
  CHECK(of(0x00, 0xabc, 0x123, {.ftz = true})[0] == 0);
  CHECK(of(0xff, 0xabc, 0x123, {.ftz = true})[0] == 0);
  CHECK(of(0x00, 0x3f800001, 0x33800001)[0] == 0x3f800002);
  CHECK(of(0x00, 0x3f800001, 0x33800001, {.rounding = Rounding::Down})[0] == 0x3f800001);
}
void minimum() {
  CHECK(real(Lanes::fmnmx, 0, {-0.0f, 0.0f}, {kAll}) == 0.0f);
  CHECK(std::signbit(real(Lanes::fmnmx, 0, {-0.0f, 0.0f}, {kAll})));
  CHECK(real(Lanes::fmnmx, 0, {NAN, 3.0f}, {0}) == 3.0f);
  CHECK(real(Lanes::fmnmx, kAbsoluteA, {-5.0f, 3.0f}, {0}) == 5.0f);
}
void fsetp() {
  const float nan = NAN;
  CHECK(compared(Lanes::fsetp, function(kLess), 1.0f, 2.0f, kAll).first);
  CHECK_FALSE(compared(Lanes::fsetp, function(kNotEqual), nan, 2.0f, kAll).first);
  CHECK(compared(Lanes::fsetp, function(kNotEqualOrNan), nan, 2.0f, kAll).first);
  CHECK(compared(Lanes::fsetp, function(kNumber), 1.0f, 2.0f, kAll).first);
  CHECK(compared(Lanes::fsetp, function(kGreater) | kAbsoluteA, -3.0f, 2.0f, kAll).first);
}
void special() {
  CHECK(real(Lanes::mufu, function(4), {4.0f}) == 0.25f);
  CHECK(real(Lanes::mufu, function(5), {4.0f}) == 0.5f);
  CHECK(real(Lanes::mufu, function(2), {-3.0f}) == 0.125f);
  CHECK(real(Lanes::mufu, function(3), {8.0f}) == 3.0f);
  CHECK(real(Lanes::mufu, function(1), {0.25f}) == 1.0f);
  CHECK(real(Lanes::mufu, function(0), {0.5f}) == -1.0f);
  CHECK(real(Lanes::mufu, function(8), {9.0f}) == 3.0f);
  CHECK(std::isinf(real(Lanes::mufu, function(4), {1e-40f})));
}
void doubles() {
  CHECK(wide(Lanes::dadd, kNegateB, {1.5, 2.25}) == -0.75);
  CHECK(wide(Lanes::dmul, 0, {1.5, 2.25}) == 1.5 * 2.25);
  CHECK(wide(Lanes::dfma, kNegateA, {1.5, 2.0, 4.0}) == 1.0);
  CHECK(compared(Lanes::dsetp, function(kGreaterEqual), 2.0, 2.0, kAll).first);
  CHECK(of(Lanes::mufu_high, function(6), {0x40000000}) == 0x3fe00000);
  CHECK(of(Lanes::mufu_high, function(7), {0x40100000}) == 0x3fe00000);
}
template <class S>
u32 converted(Lanes which, ScalarType to, ScalarType from, S value, u64 modifiers = 0,
              Rounding rounding = Rounding::Nearest) {
  LaneRig rig(which, modifiers);
  rig.inst.op.type = to;
  rig.inst.op.type2 = from;
  rig.inst.op.mode.rounding = rounding;
  rig.result();
  rig.source(0, value);
  rig.run();
  return rig.value(0, 3 * (size_of(to) == 8 ? 2 : 1));
}
void conversions() {
  using enum ScalarType;
  CHECK(converted(Lanes::i2f, F32, S32, u32{kMost}) == std::bit_cast<u32>(-1.0f));
  CHECK(converted(Lanes::i2f, F32, U8, u32{0x00ff00}, amount(1)) == std::bit_cast<u32>(255.0f));
  CHECK(converted(Lanes::f2i, S32, F32, -2.7f, 0, Rounding::Zero) == static_cast<u32>(-2));
  CHECK(converted(Lanes::f2i, U32, F32, 2.7f, kNegateA, Rounding::Zero) == 0);
  CHECK(converted(Lanes::f2f, F32, F64, 0.1) == std::bit_cast<u32>(0.1f));
  CHECK(converted(Lanes::f2f, F16, F32, 1.5f) == 0x3e00);
  CHECK(converted(Lanes::frnd, F32, F32, 2.5f, 0, Rounding::Up) == std::bit_cast<u32>(3.0f));
}
void halves() {
  CHECK(of(Lanes::hadd2, 0, {0x3c004000, 0x40003c00}) == 0x42004200);  // 1,2 + 2,1
  CHECK(of(Lanes::hadd2, kSingle | function(2 << 2), {0, 0x40003c00}) == std::bit_cast<u32>(1.0f));
  CHECK(of(Lanes::hmul2, 0, {0x3c004000, 0x40003c00}) == 0x40004000);
  CHECK(of(Lanes::hfma2, kNegateA, {0, 0, 0x3c004000}) == 0x3c004000);
  CHECK(of(Lanes::hfma2, kInBounds, {0x7ff73c00, 0x3c003c00, 0x3c003c00}) == 0x00004000);
  CHECK(of(Lanes::hfma2, 0, {0x7ff73c00, 0x3c003c00, 0x3c003c00}) == 0x7fff4000);
  CHECK(of(Lanes::f2fp, 0, {std::bit_cast<u32>(2.0f), std::bit_cast<u32>(1.0f)}) == 0x40003c00);
  CHECK(of(Lanes::f2fp, 0, {0, std::bit_cast<u32>(1.0f), 0x12345678}) == 0x56783c00);
  CHECK(of(Lanes::f2fp, kBfloat, {std::bit_cast<u32>(2.0f), std::bit_cast<u32>(1.0f)}) ==
        0x40003f80);
  CHECK(compared(Lanes::hsetp2, table(kGreater), 0x40004000u, 0x3c003c00u, kAll).first);
}

const std::map<Lanes, std::function<void()>> kCases{
    {Lanes::mov, [] { CHECK(of(Lanes::mov, 0, {42}) == 42); }},
    {Lanes::iadd3, iadd3},
    {Lanes::imad, imad},
    {Lanes::imad_wide, imad_wide},
    {Lanes::imad_high, imad_high},
    {Lanes::lea, lea},
    {Lanes::lea_high, lea_high},
    {Lanes::lop3, lop3},
    {Lanes::shf, shf},
    {Lanes::prmt, prmt},
    {Lanes::sel,
     [] {
       CHECK(of(Lanes::sel, 0, {1, 2}, {0}) == 2);
     }},
    {Lanes::iabs,
     [] {
       CHECK(of(Lanes::iabs, 0, {static_cast<u32>(-5)}) == 5);
       CHECK(of(Lanes::iabs, 0, {0x80000000}) == 0x80000000);
     }},
    {Lanes::imnmx,
     [] {
       CHECK(of(Lanes::imnmx, 0, {1, kMost}, {kAll}) == 1);
       CHECK(of(Lanes::imnmx, kSigned, {1, kMost}, {kAll}) == kMost);
       CHECK(of(Lanes::imnmx, kSigned, {1, kMost}, {0}) == 1);
     }},
    {Lanes::imnmx3,
     [] {
       CHECK(of(Lanes::imnmx3, 0, {4, 9, 2}, {0}) == 9);
     }},
    {Lanes::iadd_mnmx,
     [] {
       CHECK(of(Lanes::iadd_mnmx, kSigned, {4, 9, 20}, {kAll}) == 13);
     }},
    {Lanes::isetp, isetp},
    {Lanes::flo,
     [] {
       CHECK(of(Lanes::flo, 0, {0x00800000}) == 23);
       CHECK(of(Lanes::flo, kPositions, {0x00800000}) == 8);
       CHECK(of(Lanes::flo, 0, {0}) == kMost);
       CHECK(of(Lanes::flo, kSigned, {kMost - 1}) == 0);
     }},
    {Lanes::popc,
     [] {
       CHECK(of(Lanes::popc, 0, {0xf0f}) == 8);
       CHECK(of(Lanes::popc, kInvertA, {0xf0f}) == 24);
     }},
    {Lanes::brev, [] { CHECK(of(Lanes::brev, 0, {1}) == 0x80000000); }},
    {Lanes::bmsk,
     [] {
       CHECK(of(Lanes::bmsk, 0, {4, 8}) == 0xff0);
       CHECK(of(Lanes::bmsk, 0, {0, 40}) == kMost);
       CHECK(of(Lanes::bmsk, kWrap, {0, 40}) == 0xff);
     }},
    {Lanes::sgxt,
     [] {
       CHECK(of(Lanes::sgxt, kSigned, {0xff, 8}) == kMost);
       CHECK(of(Lanes::sgxt, 0, {0x1ff, 8}) == 0xff);
     }},
    {Lanes::idp,
     [] {
       CHECK(of(Lanes::idp, function(1), {0x010101ff, 0x01010101, 10}) == 12);
     }},
    {Lanes::plop3, plop3},
    {Lanes::p2r, p2r},
    {Lanes::r2p, r2p},
    {Lanes::vote, vote},
    {Lanes::r2ur, r2ur},
    {Lanes::elect, elect},
    {Lanes::redux, redux},
    {Lanes::bmov_get, bmov_get},
    {Lanes::bmov_set, bmov_set},
    {Lanes::fadd, single},
    {Lanes::fswzadd, swizzled},
    {Lanes::fmul, single},
    {Lanes::fmul_scaled,
     [] {
       CHECK(real(Lanes::fmul_scaled, kNegateA, {3.0f, 5.0f, 0.5f}) == -7.5f);
       CHECK(real(Lanes::fmul_scaled, 0, {3.0f, 5.0f, 8.0f}) == 120.0f);
       // The product is not a number of 24 bits: it is rounded once, then scaled exactly.
       CHECK(real(Lanes::fmul_scaled, 0, {1.1f, 1.3f, 0.125f}) == 1.1f * 1.3f / 8);
     }},
    {Lanes::ffma, single},
    {Lanes::fmnmx, minimum},
    {Lanes::fsel,
     [] {
       CHECK(real(Lanes::fsel, kNegateB, {1.0f, 2.0f}, {0}) == -2.0f);
     }},
    {Lanes::fsetp, fsetp},
    {Lanes::fset,
     [] {
       CHECK(real(Lanes::fset, kSingle | function(kLess), {1.0f, 2.0f}, {kAll}) == 1.0f);
       CHECK(of(Lanes::fset, function(kLess), {0, 0}, {kAll}) == 0);
     }},
    {Lanes::fchk,
     [] {
       const auto hard = [](float a, float b) {
         LaneRig rig(Lanes::fchk);
         rig.result();
         rig.source(0, a);
         rig.source(1, b);
         rig.run();
         return rig.lanes(0) == kAll;
       };
       CHECK_FALSE(hard(1.0f, 3.0f));
       CHECK(hard(1.0f, 0.0f));
       CHECK(hard(INFINITY, 3.0f));
       CHECK(hard(1.0f, 1e-40f));
     }},
    {Lanes::mufu, special},
    {Lanes::mufu_high, doubles},
    {Lanes::dadd, doubles},
    {Lanes::dmul, doubles},
    {Lanes::dfma, doubles},
    {Lanes::dsetp, doubles},
    {Lanes::i2f, conversions},
    {Lanes::f2i, conversions},
    {Lanes::f2f, conversions},
    {Lanes::frnd, conversions},
    {Lanes::hadd2, halves},
    {Lanes::hmul2, halves},
    {Lanes::hfma2, halves},
    {Lanes::hsetp2, halves},
    {Lanes::f2fp, halves},
};

}  // namespace

TEST_CASE("every lane function of machine code has a test of its values") {
  for (unsigned i = 0; i < static_cast<unsigned>(Lanes::kCount); ++i) {
    const auto which = static_cast<Lanes>(i);
    INFO(name_of(which));
    const auto found = kCases.find(which), more = kMoreLaneCases.find(which);
    REQUIRE((found != kCases.end()) != (more != kMoreLaneCases.end()));
    (found != kCases.end() ? found : more)->second();
  }
}
