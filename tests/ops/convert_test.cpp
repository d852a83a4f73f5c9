// cvt: half formats exhaustively, every pair of types on boundary values and at random against an
// exact reference, clamping, NaN, packing.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include "isa/core/program.h"
#include "tests/ops/exact_float.h"
#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

struct Type {
  std::string_view name;
  bool is_float;
  Layout layout;   // floats
  bool is_signed;  // integers
  int bits;
};
const Type kTypes[] = {
    {"u8", false, {}, false, 8},
    {"s8", false, {}, true, 8},
    {"u16", false, {}, false, 16},
    {"s16", false, {}, true, 16},
    {"u32", false, {}, false, 32},
    {"s32", false, {}, true, 32},
    {"u64", false, {}, false, 64},
    {"s64", false, {}, true, 64},
    {"f16", true, kHalfLayout, true, 16},
    {"bf16", true, kBfloatLayout, true, 16},
    {"f32", true, kSingleLayout, true, 32},
    {"f64", true, kDoubleLayout, true, 64},
};

u64 mask_of(int bits) {
  return bits == 64 ? ~u64{0} : (u64{1} << bits) - 1;
}
Exact integer_value(const Type& t, u64 bits) {
  const bool negative = t.is_signed && (bits >> (t.bits - 1) & 1) != 0;
  return {negative, negative ? (0 - bits) & mask_of(t.bits) : bits, 0};
}
/// The nearest integer in the given direction; its magnitude.
Exact to_integral(char mode, const Exact& x) {
  if (x.exponent >= 0) return x;
  const int cut = std::min(-x.exponent, 120);
  const u128 kept = x.significand >> cut, rest = x.significand - (kept << cut);
  const u128 half = u128{1} << (cut - 1);
  const bool up = mode == 'n'   ? rest > half || (rest == half && kept % 2 == 1)
                  : mode == 'm' ? x.negative && rest != 0
                  : mode == 'p' ? !x.negative && rest != 0
                                : false;
  return {x.negative, kept + (up ? 1 : 0), 0};
}
u64 clamped(const Type& t, const Exact& x) {
  const u128 most = (u128{1} << (t.bits - (t.is_signed ? 1 : 0))) - 1;
  const u128 least = t.is_signed ? most + 1 : 0;
  // 2^70 lies beyond every integer type.
  const u128 whole = x.significand << std::min(x.exponent, 70);
  const u128 magnitude = std::min(whole, x.negative ? least : most);
  return static_cast<u64>(x.negative ? 0 - magnitude : magnitude) & mask_of(t.bits);
}

u64 interesting(std::mt19937_64& random, const Type& t) {
  const u64 mask = mask_of(t.bits);
  if (!t.is_float) {
    const u64 power = u64{1} << random() % static_cast<u64>(t.bits);
    return (random() % 2 == 0 ? random() >> random() % 64 : power + random() % 5 - 2) & mask;
  }
  if (random() % 3 == 0) return random() & mask;
  // Exponents from a quarter to beyond the largest integer; sometimes exactly halfway.
  const int high = std::min(t.layout.bias(), 66);
  const u64 field = static_cast<u64>(t.layout.bias() - 2) + random() % static_cast<u64>(high);
  const u64 keep = ~((u64{1} << random() % static_cast<u64>(t.layout.mantissa + 1)) - 1);
  return (random() & t.layout.sign()) | std::min(field << t.layout.mantissa, t.layout.infinity()) |
         (random() & keep & ((u64{1} << t.layout.mantissa) - 1));
}

/// The finite, non-NaN cases of one pair of types and one rounding.
void check_pair(const Type& to, const Type& from, char mode, std::string_view suffix) {
  const std::string opcode = fmt::format("cvt{}.{}.{}", suffix, to.name, from.name);
  std::mt19937_64 random(1);
  std::vector<Case> cases;
  while (cases.size() < 400) {
    const u64 in = interesting(random, from);
    std::optional<Exact> x = integer_value(from, in);
    bool negative_zero = false;
    if (from.is_float) {
      x = exact(from.layout, in);
      if (!x) continue;
      negative_zero = x->negative;
    }
    u64 out = 0;
    if (!to.is_float)
      out = from.is_float ? clamped(to, to_integral(mode, *x))
                          : (x->negative ? 0 - static_cast<u64>(x->significand)
                                         : static_cast<u64>(x->significand)) &
                                mask_of(to.bits);
    else if (suffix.ends_with("i"))
      out = rounded(to.layout, 'n', to_integral(mode, *x), negative_zero);
    else
      out = rounded(to.layout, mode, *x, negative_zero);
    cases.push_back({opcode, {in}, {out}});
  }
  check_cases(cases);
}

TEST_CASE("convert 01: every pair of types in every rounding mode") {
  for (const Type& to : kTypes)
    for (const Type& from : kTypes) {
      const bool byte_and_bfloat =
          (to.name == "bf16" && from.bits == 8) || (from.name == "bf16" && to.bits == 8);
      if (byte_and_bfloat) continue;  // not connected by cvt
      for (const char mode : {'n', 'z', 'm', 'p'}) {
        const bool narrows = to.is_float && (!from.is_float || to.bits < from.bits ||
                                             (to.bits == from.bits && to.name != from.name));
        if (from.is_float && (!to.is_float || to.name == from.name))
          check_pair(to, from, mode, fmt::format(".r{}i", mode));
        else if (narrows)
          check_pair(to, from, mode, fmt::format(".r{}", mode));
        else if (mode == 'n')
          check_pair(to, from, mode, "");
      }
    }
}

TEST_CASE("convert 02: every half and bfloat pattern widens exactly and comes back") {
  for (const auto& [name, layout] : {std::pair{"f16", kHalfLayout}, {"bf16", kBfloatLayout}}) {
    const std::string widen = fmt::format("cvt.f32.{}", name),
                      narrow = fmt::format("cvt.rn.{}.f32", name);
    const std::string to_double = fmt::format("cvt.f64.{}", name),
                      from_double = fmt::format("cvt.rz.{}.f64", name);
    std::vector<Case> cases;
    for (u64 bits = 0; bits < 0x10000; ++bits) {
      const auto x = exact(layout, bits);
      const u64 sign = bits >> 15;
      if (!x && (bits & 0x7fff) != layout.infinity()) continue;
      const u64 single = x ? rounded(kSingleLayout, 'n', *x, sign != 0) : sign << 31 | 0x7f800000;
      const u64 wide =
          x ? rounded(kDoubleLayout, 'n', *x, sign != 0) : sign << 63 | 0x7ff0'0000'0000'0000;
      cases.push_back({widen, {bits}, {single}});
      cases.push_back({narrow, {single}, {bits}});
      cases.push_back({to_double, {bits}, {wide}});
      cases.push_back({from_double, {wide}, {bits}});
    }
    check_cases(cases);
  }
}

TEST_CASE("convert 03: f32 and f64 to half around every midpoint") {
  std::vector<Case> cases;
  for (u64 bits = 0; bits < 0x7c00; ++bits) {
    const Exact low = *exact(kHalfLayout, bits);
    // Halfway to the next pattern, and one f64 place on either side of it.
    const u64 middle =
        rounded(kDoubleLayout, 'n', {false, low.significand * 2 + 1, low.exponent - 1});
    for (const u64 at : {middle - 1, middle, middle + 1}) {
      const Exact x = *exact(kDoubleLayout, at);
      cases.push_back({"cvt.rn.f16.f64", {at}, {rounded(kHalfLayout, 'n', x)}});
      cases.push_back({"cvt.rp.f16.f64", {at}, {rounded(kHalfLayout, 'p', x)}});
      const u64 single = rounded(kSingleLayout, 'z', x);
      cases.push_back(
          {"cvt.rn.f16.f32", {single}, {rounded(kHalfLayout, 'n', *exact(kSingleLayout, single))}});
    }
  }
  check_cases(cases);
}

constexpr u32 kNan = 0x7fffffff, kInf = 0x7f800000, kOne = 0x3f800000;

const CaseTable kSpecialValues{
    // NaN: zero, or the sign bit alone when a 64-bit type takes part.
    {"cvt.rzi.s32.f32", {kNan}, {0}},
    {"cvt.rzi.u8.f32", {0xffc00000}, {0}},
    {"cvt.rni.s64.f32", {kNan}, {0x8000'0000'0000'0000}},
    {"cvt.rni.u64.f16", {0x7e00}, {0x8000'0000'0000'0000}},
    {"cvt.rzi.s32.f64", {0x7ff8'0000'0000'0000}, {0x80000000}},
    {"cvt.rzi.u32.f64", {0x7ff8'0000'0000'0000}, {0x80000000}},
    {"cvt.rzi.s32.f32", {kInf}, {0x7fffffff}},
    {"cvt.rzi.s32.f32", {0xff800000}, {0x80000000}},
    {"cvt.rzi.u32.f32", {0xbf800000}, {0}},
    {"cvt.rmi.u32.f32", {kInf}, {0xffffffff}},
    {"cvt.rpi.s8.f32", {0x43000000}, {0x7f}},
    {"cvt.rzi.sat.u8.f32", {0x43800000}, {0xff}},
    {"cvt.rzi.u64.f64", {0x43f0'0000'0000'0000}, {~u64{0}}},
    {"cvt.rzi.s64.f64", {0xc3e0'0000'0000'0001}, {0x8000'0000'0000'0000}},
    {"cvt.rpi.s32.f32", {1}, {1}},
    {"cvt.rpi.ftz.s32.f32", {1}, {0}},
    {"cvt.rni.s16.f16", {0x4100}, {2}},   // 2.5
    {"cvt.rni.u16.bf16", {0x4060}, {4}},  // 3.5
    {"cvt.rzi.u64.bf16", {0x4060}, {3}},
    // NaN from float to float.
    {"cvt.rn.f16.f32", {0xff812345}, {0x7fff}},
    {"cvt.rn.bf16.f32", {0xff812345}, {0x7fff}},
    {"cvt.f32.f16", {0xfe00}, {kNan}},
    {"cvt.f32.bf16", {0xffa1}, {0xffa10000}},  // a shift
    {"cvt.f32.f32", {0xff812345}, {0xff812345}},
    // One of f64 is cut, made quiet, whatever the rounding.
    {"cvt.rn.f32.f64", {0xfffa'bcde'f123'4567}, {0xffd5e6f7}},
    {"cvt.rp.f32.f64", {0x7ff0'0000'0000'0001}, {0x7fc00000}},
    {"cvt.rp.f16.f64", {0x7ff4'1234'5678'9abc}, {0x7f04}},
    {"cvt.rn.bf16.f64", {0xfff0'0000'0000'0004}, {0xffc0}},
    {"cvt.rn.sat.f16.f64", {0xfffa'bcde'f123'4567}, {0}},
    {"cvt.f64.f32", {0x7fa12345}, {0x7ffc'2468'a000'0000}},
    {"cvt.ftz.f64.f32", {0xffa12345}, {0x7fff'ffff'e000'0000}},
    {"cvt.rn.bf16.f16", {0x7c01}, {0x7fff}},
    {"cvt.rni.f32.f32", {0x7f800001}, {kNan}},
    // Infinities and overflow.
    {"cvt.rn.f16.f32", {0x477ff000}, {0x7c00}},
    {"cvt.rn.f16.f32", {0x477fefff}, {0x7bff}},
    {"cvt.rz.f16.f32", {0x7f7fffff}, {0x7bff}},
    {"cvt.rz.f16.f32", {kInf}, {0x7c00}},
    {"cvt.rn.satfinite.f16.f32", {kInf}, {0x7bff}},
    {"cvt.rn.satfinite.f16.f32", {0xff7fffff}, {0xfbff}},
    {"cvt.rn.satfinite.bf16.f32", {0x7f7fffff}, {0x7f7f}},
    {"cvt.rn.relu.f16.f32", {0xbf800000}, {0}},
    {"cvt.rn.relu.bf16.f32", {kNan}, {0x7fff}},
    {"cvt.rn.f16.u32", {65520}, {0x7c00}},
    {"cvt.rz.f16.u32", {65535}, {0x7bff}},
    // .sat and .ftz.
    {"cvt.sat.f32.f32", {0x40000000}, {kOne}},
    {"cvt.sat.f32.f32", {kNan}, {0}},
    {"cvt.ftz.f32.f32", {0x807fffff}, {0x80000000}},
    {"cvt.rn.sat.f32.s32", {0xffffffff}, {0}},
    {"cvt.rn.sat.f16.u8", {200}, {0x3c00}},
    {"cvt.sat.f16.f16", {0xbc00}, {0}},
    {"cvt.sat.f64.f64", {0x4000'0000'0000'0000}, {0x3ff0'0000'0000'0000}},
    {"cvt.sat.f64.f16", {0x4000}, {0x3ff0'0000'0000'0000}},
    {"cvt.sat.f64.f32", {0xbf80'0000}, {0}},
    {"cvt.rn.sat.f32.f64", {0x4000'0000'0000'0000}, {0x3f80'0000}},
    {"cvt.rni.sat.f64.f64", {0x3fe8'0000'0000'0000}, {0x3ff0'0000'0000'0000}},  // 0.75
    {"cvt.rzi.sat.f64.f64", {0x3fe8'0000'0000'0000}, {0}},
    {"cvt.rmi.sat.f64.f64", {0xc000'0000'0000'0000}, {0}},
    {"cvt.ftz.f64.f32", {1}, {0}},
    {"cvt.f64.f32", {1}, {0x36a0'0000'0000'0000}},
    {"cvt.rn.ftz.f32.f64", {0x36a0'0000'0000'0000}, {0}},
    {"cvt.rn.ftz.bf16.f32", {0x00400000}, {0}},
    {"cvt.rp.ftz.bf16.f32", {0x007fffff}, {0}},
    {"cvt.rp.ftz.f16.f32", {0x007fffff}, {1}},  // .ftz does nothing
    {"cvt.rm.ftz.f16.f32", {0x80000001}, {0x8001}},
    {"cvt.ftz.f32.bf16", {0x0001}, {0}},
    {"cvt.rni.sat.f32.f32", {0xbf800000}, {0}},
    {"cvt.rmi.f64.f64", {0xbfe0'0000'0000'0000}, {0xbff0'0000'0000'0000}},
    {"cvt.rni.f32.f32", {0xbe800000}, {0x80000000}},
    {"cvt.f64.f64", {0x7ff0'0000'0000'0001}, {0x7ff0'0000'0000'0001}},
    {"cvt.bf16.bf16", {0x3f80}, {0x3f80}},
    {"cvt.rn.f64.bf16", {0x3f80}, {0x3ff0'0000'0000'0000}},
    // Integers.
    {"cvt.sat.u8.s32", {0xffffffff}, {0}},
    {"cvt.sat.u8.s32", {300}, {255}},
    {"cvt.sat.s8.s16", {0xff00}, {0x80}},
    {"cvt.sat.u32.s32", {0x80000000}, {0}},
    {"cvt.sat.s32.u64", {~u64{0}}, {0x7fffffff}},
    {"cvt.sat.s64.u64", {~u64{0}}, {0x7fff'ffff'ffff'ffff}},
    {"cvt.sat.u64.s16", {0xffff}, {0}},
    {"cvt.s64.s32", {0x80000000}, {0xffff'ffff'8000'0000}},
    {"cvt.u64.s8", {0x80}, {0xffff'ffff'ffff'ff80}},
    {"cvt.s32.s8", {0x80}, {0xffffff80}},
    {"cvt.u8.u64", {0x1234}, {0x34}},
    {"cvt.s16.u64", {0xffff'8001}, {0x8001}},
    {"cvt.u64.s64", {~u64{0}}, {~u64{0}}},
    // Integers to floats that cannot hold them: each direction.
    {"cvt.rn.f32.u64", {~u64{0}}, {0x5f800000}},
    {"cvt.rz.f32.u64", {~u64{0}}, {0x5f7fffff}},
    {"cvt.rm.f32.s64", {~u64{0} - 0x1000000}, {0xcb800001}},
    {"cvt.rn.f16.s64", {0x8000'0000'0000'0000}, {0xfc00}},
    {"cvt.rp.f16.s64", {0x8000'0000'0000'0000}, {0xfbff}},
    {"cvt.rn.bf16.u16", {0x0101}, {0x4380}},  // 257: a tie to even
    {"cvt.rp.bf16.s32", {0x0101}, {0x4381}},
    {"cvt.rn.bf16.u64", {~u64{0}}, {0x5f80}},
    {"cvt.rn.f64.s8", {0x80}, {0xc060'0000'0000'0000}},
    {"cvt.rn.sat.f64.u32", {7}, {0x3ff0'0000'0000'0000}},
    {"cvt.rn.sat.f64.u64", {~u64{0}}, {0x3ff0'0000'0000'0000}},
    {"cvt.rn.sat.f64.s64", {~u64{0}}, {0}},
    {"cvt.rm.f64.u64", {~u64{0}}, {0x43ef'ffff'ffff'ffff}},
    {"cvt.rm.f64.s64", {0}, {0}},
    {"cvt.rni.f16.f16", {0x3e00}, {0x4000}},  // 1.5
    {"cvt.rzi.bf16.bf16", {0xbfc0}, {0xbf80}},
    {"cvt.f64.f16", {0x8001}, {0xbe70'0000'0000'0000}},
    {"cvt.rn.f16.f64", {0x40ef'fdff'ffff'ffff}, {0x7bff}},  // just below the tie to infinity
    {"cvt.rz.bf16.f64", {0x3ff0'ffff'ffff'ffff}, {0x3f87}},
    {"cvt.rn.f16.bf16", {0x3f81}, {0x3c08}},
    {"cvt.f16.bf16", {0x7f7f}, {0x7c00}},
    // Packing: the first source is the upper half.
    {"cvt.rn.f16x2.f32", {kOne, 0xc0000000}, {0x3c00c000}},
    {"cvt.rz.bf16x2.f32", {kOne, 0x40400000}, {0x3f804040}},
    {"cvt.rn.relu.satfinite.f16x2.f32", {kInf, 0xc0000000}, {0x7bff0000}},
    // tf32: the low 13 bits are zero; ties away from zero.
    {"cvt.rna.tf32.f32", {0x3f801000}, {0x3f802000}},
    {"cvt.rna.tf32.f32", {0xbf800fff}, {0xbf800000}},
    {"cvt.rna.tf32.f32", {kInf}, {kInf}},
    {"cvt.rna.satfinite.tf32.f32", {0x7f7fffff}, {0x7f7fe000}},
    {"cvt.rna.tf32.f32", {0x7fa12345}, {0x7fa12000}},
    {"cvt.rna.satfinite.tf32.f32", {0xffc01234}, {0xffbfe000}},
    {"cvt.rz.tf32.f32", {0x7fa12345}, {0x7fffe000}},
    {"cvt.rn.tf32.f32", {0x3f801000}, {0x3f800000}},
    {"cvt.rn.relu.tf32.f32", {0xbf800000}, {0}},
    {"cvt.rz.tf32.f32", {0x3f801fff}, {0x3f800000}},
};

TEST_CASE("convert 04: special values") {
  check_cases(kSpecialValues);
}

TEST_CASE("convert 05: .sat needs a destination that cannot hold the source") {
  for (const std::string_view opcode : {"cvt.sat.u32.u8", "cvt.sat.s32.s32", "cvt.sat.s64.u32"}) {
    const OpForm form = form_of(opcode);
    CHECK(form.op->lanes(semantics_of(form)) == nullptr);
  }
}

TEST_CASE("convert 06: registers wider than the types") {
  struct Wide {
    std::string_view opcode;
    std::uint8_t dst_bytes, src_bytes;
    u64 in, out;
  };
  const Wide kCases[] = {
      {"cvt.s8.u32", 4, 4, 0x1ff, 0xffffffff},  // sign-extended to the register
      {"cvt.u8.u32", 4, 4, 0xabcd12ff, 0xff},   // zero-extended
      {"cvt.u16.u8", 8, 4, 0xffffff80, 0x80},   // the low bits of the source
      {"cvt.s64.s8", 8, 8, 0x1234567890abcd80, 0xffff'ffff'ffff'ff80},
      {"cvt.rzi.s8.f32", 4, 4, 0xc0a00000, 0xfffffffb},  // -5
      {"cvt.rn.f32.s8", 4, 4, 0x12ff, 0xbf800000},
      {"cvt.rn.f16.f32", 4, 4, 0xbf800000, 0xbc00},
  };
  for (const Wide& c : kCases)
    for (const LaneMask active : {~LaneMask{0}, LaneMask{0x0ff0'00f1}}) {
      alignas(64) std::byte regs[2 * kMaxWarpSize * 8];
      std::fill_n(regs, sizeof regs, std::byte{0x77});
      Inst inst = inst_of(form_of(c.opcode));
      inst.src = {0};
      inst.dst = {kMaxWarpSize * 8};
      inst.src_bytes = c.src_bytes;
      inst.dst_bytes = c.dst_bytes;
      for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
        std::memcpy(regs + lane * c.src_bytes, &c.in, c.src_bytes);
      inst.lanes(inst, {regs, nullptr}, active);
      for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
        u64 got = 0;
        std::memcpy(&got, regs + inst.dst[0] + lane * c.dst_bytes, c.dst_bytes);
        const u64 untouched = 0x7777'7777'7777'7777 & mask_of(c.dst_bytes * 8);
        INFO(c.opcode << " lane " << lane);
        CHECK(got == ((active >> lane & 1) != 0 ? c.out : untouched));
      }
    }
}

}  // namespace
}  // namespace simt::test
