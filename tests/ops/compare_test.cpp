// Values of setp, set, selp and slct: every comparison on operands that are less, equal, greater
// and unordered.
#include <catch2/catch.hpp>
#include <deque>
#include <string>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr u64 kMin64 = 0x8000'0000'0000'0000, kOnes64 = ~0ull;
constexpr u32 kMin32 = 0x8000'0000, kOnes32 = ~0u, kNan = 0x7fc00000, kOne = 0x3f800000;
constexpr u64 kNan64 = 0x7ff8000000000000, kOne64 = 0x3ff0000000000000;

const CaseTable kSetp{
    {"setp.eq.b16", {0x8000, 0x8000}, {1, 0}},
    {"setp.ne.b32", {1, 2}, {1, 0}},
    {"setp.ne.b64", {kMin64, 0}, {1}},
    {"setp.lt.u16", {0x7fff, 0x8000}, {1, 0}},
    {"setp.lt.s16", {0x7fff, 0x8000}, {0, 1}},
    {"setp.hi.u32", {kMin32, 1}, {1}},
    {"setp.lo.u32", {kMin32, 1}, {0}},
    {"setp.hs.u32", {1, 1}, {1}},
    {"setp.ls.u32", {1, 1}, {1}},
    {"setp.lt.s32", {kMin32, 1}, {1, 0}},
    {"setp.ge.s32", {kOnes32, 0}, {0}},
    {"setp.gt.u64", {kOnes64, 0}, {1}},
    {"setp.gt.s64", {kOnes64, 0}, {0}},
    {"setp.le.s64", {kMin64, kMin64}, {1}},
    // p = comparison OP c, q = opposite OP c.
    {"setp.eq.and.b32", {1, 1, 1}, {1, 0}},
    {"setp.eq.and.b32", {1, 1, 0}, {0, 0}},
    {"setp.eq.or.b32", {1, 2, 0}, {0, 1}},
    {"setp.eq.or.b32", {1, 2, 1}, {1, 1}},
    {"setp.eq.xor.b32", {1, 1, 1}, {0, 1}},
    {"setp.and.eq.b32", {1, 1, 1}, {1}},
    {"setp.ne.and.b16", {1, 2, 1}, {1}},
    {"setp.ne.and.b64", {1, 2, 1}, {1}},
    {"setp.lt.and.u16", {1, 2, 0}, {0}},
    {"setp.lt.or.s16", {0xffff, 0, 0}, {1}},
    {"setp.lt.xor.s32", {kMin32, 0, 1}, {0, 1}},
    {"setp.lo.and.u32", {0, kOnes32, 1}, {1, 0}},
    {"setp.lt.and.u64", {0, kOnes64, 1}, {1}},
    {"setp.lt.and.s64", {0, kOnes64, 1}, {0, 1}},
    {"setp.lt.f32", {0x80000000, 0}, {0, 1}},  // -0 equals +0
    {"setp.eq.f32", {0x80000000, 0}, {1}},
    {"setp.gt.f32", {1, 0}, {1}},         // a subnormal is above zero ...
    {"setp.gt.ftz.f32", {1, 0}, {0, 1}},  // ... unless it is flushed
    {"setp.eq.ftz.f32", {1, 0x807fffff}, {1}},
    {"setp.lt.and.f32", {0, kOne, 1}, {1, 0}},
    {"setp.lt.ftz.and.f32", {0, 1, 1}, {0, 1}},
    {"setp.lt.and.ftz.f32", {0, 1, 1}, {0, 1}},
    {"setp.nan.f32", {kNan, 0}, {1, 0}},
    {"setp.num.f32", {0x7f800001, 0}, {0}},  // a signalling NaN too
    {"setp.lt.f64", {0, kOne64}, {1}},
    {"setp.ltu.f64", {kNan64, 0}, {1}},
    {"setp.gt.f64", {1, 0}, {1}},
    {"setp.ge.or.f64", {kNan64, 0, 0}, {0, 1}},
    {"setp.lt.f16", {0xbc00, 0x3c00}, {1}},
    {"setp.lt.f16", {0xfbff, 0xfc00}, {0}},  // the most negative finite number, -infinity
    {"setp.eq.f16", {0x8000, 0}, {1}},
    {"setp.gt.f16", {1, 0}, {1}},
    {"setp.gt.ftz.f16", {0x03ff, 0}, {0}},
    {"setp.gt.ftz.f16", {0x0400, 0}, {1}},
    {"setp.neu.f16", {0x7e00, 0x7e00}, {1}},
    {"setp.lt.and.f16", {0xbc00, 0x3c00, 1}, {1}},
    {"setp.lt.f16x2", {0x3c00bc00, 0xbc003c00}, {1, 0}},  // p: low halves, q: high halves
    {"setp.lt.and.f16x2", {0xbc00bc00, 0x3c003c00, 1}, {1, 1}},
    {"setp.lt.bf16", {0xbf80, 0x3f80}, {1}},
    {"setp.nan.bf16", {0x7f81, 0}, {1}},
    {"setp.nan.bf16", {0x7f80, 0}, {0}},
    {"setp.lt.xor.bf16", {0xbf80, 0x3f80, 1}, {0}},
    {"setp.ge.bf16x2", {0x3f80bf80, 0x00003f80}, {0, 1}},
    {"setp.ge.or.bf16x2", {0x3f80bf80, 0x00003f80, 0}, {0, 1}},
};

const CaseTable kSet{
    {"set.eq.u32.b16", {5, 5}, {kOnes32}},
    {"set.ne.f32.b32", {5, 5}, {0}},
    {"set.ne.f32.b32", {5, 6}, {kOne}},
    {"set.eq.s32.b64", {kMin64, kMin64}, {kOnes32}},
    {"set.lo.u32.u16", {1, 2}, {kOnes32}},
    {"set.gt.f32.u64", {kOnes64, 1}, {kOne}},
    {"set.lt.u32.s16", {0xffff, 0}, {kOnes32}},
    {"set.lt.u32.s64", {kOnes64, 0}, {kOnes32}},
    {"set.eq.and.u32.b32", {5, 5, 0}, {0}},
    {"set.eq.or.u32.b64", {5, 6, 1}, {kOnes32}},
    {"set.lt.xor.f32.u32", {1, 2, 0}, {kOne}},
    {"set.lt.and.u32.u64", {1, 2, 1}, {kOnes32}},
    {"set.ge.and.s32.s32", {kOnes32, 0, 1}, {0}},
    {"set.ge.or.s32.s64", {kOnes64, 0, 0}, {0}},
    {"set.lt.f32.f32", {0, 1}, {kOne}},
    {"set.lt.ftz.f32.f32", {0, 1}, {0}},
    {"set.lt.and.f32.f32", {0, 1, 1}, {kOne}},
    {"set.nan.u32.f64", {kNan64, 0}, {kOnes32}},
    {"set.nan.or.u32.f64", {0, 0, 0}, {0}},
    {"set.lt.f16.f16", {0, 0x3c00}, {0x3c00}},
    {"set.lt.u16.f16", {0, 0x3c00}, {0xffff}},
    {"set.lt.s32.f16", {0, 0x3c00}, {kOnes32}},
    {"set.lt.and.f16.f16", {0, 0x3c00, 0}, {0}},
    {"set.lt.f16x2.f16x2", {0x3c000000, 0x3c003c00}, {0x00003c00}},
    {"set.lt.u32.f16x2", {0x00000000, 0x3c000000}, {0xffff0000}},
    {"set.lt.and.f16x2.f16x2", {0, 0x3c003c00, 1}, {0x3c003c00}},
    {"set.lt.bf16.bf16", {0, 0x3f80}, {0x3f80}},
    {"set.lt.or.s16.bf16", {0, 0, 1}, {0xffff}},
    {"set.lt.bf16x2.bf16x2", {0x3f800000, 0x3f803f80}, {0x00003f80}},
    {"set.eq.xor.u32.bf16x2", {0, 0x3f800000, 1}, {0xffff0000}},
};

const CaseTable kSelect{
    {"selp.b16", {1, 2, 1}, {1}},
    {"selp.f32", {kNan, kOne, 0}, {kOne}},
    {"selp.s32", {1, 2, 1}, {1}},
    {"selp.b64", {kMin64, 2, 1}, {kMin64}},
    {"selp.f64", {kMin64, kOne64, 0}, {kOne64}},
    {"slct.u32.s32", {1, 2, 0}, {1}},
    {"slct.u32.s32", {1, 2, kOnes32}, {2}},
    {"slct.b16.s32", {1, 2, kMin32}, {2}},
    {"slct.f64.s32", {kOne64, 2, 5}, {kOne64}},
    {"slct.u64.s32", {1, 2, kOnes32}, {2}},
    {"slct.f32.f32", {1, 2, 0x80000000}, {1}},  // -0 is not below zero
    {"slct.f32.f32", {1, 2, 0xbf800000}, {2}},
    {"slct.f32.f32", {1, 2, kNan}, {2}},
    {"slct.f32.f32", {1, 2, 0x80000001}, {2}},
    {"slct.ftz.f32.f32", {1, 2, 0x80000001}, {1}},
    {"slct.u64.f32", {1, 2, kNan}, {2}},
    {"slct.ftz.u64.f32", {1, 2, 0x807fffff}, {1}},
};

/// What each comparison says of operands that are less, equal, greater, unordered.
struct Truth {
  const char* name;
  bool less, equal, greater, unordered;
};
constexpr Truth kFloat[] = {{"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"lt", 1, 0, 0, 0},
                            {"le", 1, 1, 0, 0},  {"gt", 0, 0, 1, 0},  {"ge", 0, 1, 1, 0},
                            {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1}, {"ltu", 1, 0, 0, 1},
                            {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
                            {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};
constexpr Truth kInteger[] = {{"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0}, {"lt", 1, 0, 0, 0},
                              {"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0},
                              {"lo", 1, 0, 0, 0}, {"ls", 1, 1, 0, 0}, {"hi", 0, 0, 1, 0},
                              {"hs", 0, 1, 1, 0}};

}  // namespace

TEST_CASE("setp") {
  check_cases(kSetp);
}
TEST_CASE("set") {
  check_cases(kSet);
}
TEST_CASE("selp and slct") {
  check_cases(kSelect);
}

TEST_CASE("every comparison on less, equal, greater and unordered operands") {
  struct Operands {
    const char* type;
    u128 low, high, nan;
  };
  std::deque<std::string> names;
  std::vector<Case> cases;
  const auto expect = [&](const Truth& t, const char* type, u128 a, u128 b, bool result) {
    names.push_back(std::string("setp.") + t.name + '.' + type);
    const bool dual = names.back().find("f16") == std::string::npos;
    cases.push_back({names.back(), {a, b}, dual ? Values{result, !result} : Values{result}});
  };
  for (const Operands& o :
       {Operands{"f32", 0xc2f6e979, kOne, kNan},
        Operands{"f64", 0xc05edd2f1a9fbe77, kOne64, kNan64},
        Operands{"f16", 0xd7b7, 0x3c00, 0x7e00}, Operands{"bf16", 0xc2f7, 0x3f80, 0x7fc0}})
    for (const Truth& t : kFloat) {
      expect(t, o.type, o.low, o.high, t.less);
      expect(t, o.type, o.high, o.low, t.greater);
      expect(t, o.type, o.low, o.low, t.equal);
      expect(t, o.type, o.nan, o.low, t.unordered);
      expect(t, o.type, o.high, o.nan, t.unordered);
      expect(t, o.type, o.nan, o.nan, t.unordered);
    }
  for (const Operands& o : {Operands{"u16", 1, 0xffff, 0}, Operands{"u32", 1, kOnes32, 0},
                            Operands{"u64", 1, kOnes64, 0}, Operands{"s16", 0xffff, 1, 0},
                            Operands{"s32", kOnes32, 1, 0}, Operands{"s64", kOnes64, 1, 0}})
    for (const Truth& t : kInteger) {
      const bool unsigned_only = t.name[0] == 'h' || t.name[1] == 'o' || t.name[1] == 's';
      if (unsigned_only && o.type[0] == 's') continue;
      expect(t, o.type, o.low, o.high, t.less);
      expect(t, o.type, o.high, o.low, t.greater);
      expect(t, o.type, o.high, o.high, t.equal);
    }
  check_cases(cases);
}

}  // namespace simt::test
