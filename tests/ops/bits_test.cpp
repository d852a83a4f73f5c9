// Values of bit counting, bit fields and byte permutation, and the pseudo-code of the PTX ISA run
// bit by bit as an oracle.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr u64 kMin64 = 0x8000'0000'0000'0000, kOnes64 = ~0ull;
constexpr u32 kMin32 = 0x8000'0000, kOnes32 = ~0u;

const CaseTable kBits{
    {"popc.b32", {0}, {0}},
    {"popc.b32", {kOnes32}, {32}},
    {"popc.b64", {kOnes64}, {64}},
    {"popc.b64", {kMin64 | 1}, {2}},
    {"clz.b32", {0}, {32}},
    {"clz.b32", {1}, {31}},
    {"clz.b64", {0}, {64}},
    {"clz.b64", {kMin64}, {0}},
    {"bfind.u32", {0}, {kOnes32}},
    {"bfind.u32", {kMin32}, {31}},
    {"bfind.s32", {kOnes32}, {kOnes32}},
    {"bfind.s32", {kMin32}, {30}},
    {"bfind.s32", {5}, {2}},
    {"bfind.u64", {0}, {kOnes32}},
    {"bfind.u64", {kMin64}, {63}},
    {"bfind.s64", {kOnes64}, {kOnes32}},
    {"bfind.s64", {kMin64}, {62}},
    {"bfind.shiftamt.u32", {1}, {31}},
    {"bfind.shiftamt.u32", {0}, {kOnes32}},
    {"bfind.shiftamt.s32", {kMin32}, {1}},
    {"bfind.shiftamt.u64", {1}, {63}},
    {"bfind.shiftamt.s64", {kOnes64}, {kOnes32}},
    {"bfind.s64.shiftamt", {kOnes64 << 4}, {60}},
    {"brev.b32", {1}, {kMin32}},
    {"brev.b32", {0x12345678}, {0x1e6a2c48}},
    {"brev.b64", {1}, {kMin64}},
    {"brev.b64", {0x0123456789abcdef}, {0xf7b3d591e6a2c480}},
    {"fns.b32", {0b101100, 0, 1}, {2}},
    {"fns.b32", {0b101100, 0, 3}, {5}},
    {"fns.b32", {0b101100, 0, 4}, {kOnes32}},
    {"fns.b32", {0b101100, 3, 0}, {3}},
    {"fns.b32", {0b101100, 4, 0}, {kOnes32}},
    {"fns.b32", {0b101100, 31, kOnes32}, {5}},      // -1: downward
    {"fns.b32", {0b101100, 31, kOnes32 - 2}, {2}},  // the third from above
    {"fns.b32", {0b101100, 3, 1}, {3}},             // the base itself counts
    {"bfe.u32", {0x12345678, 8, 8}, {0x56}},
    {"bfe.u32", {0x12345678, 28, 8}, {1}},
    {"bfe.u32", {0x12345678, 0, 32}, {0x12345678}},
    {"bfe.u32", {0x12345678, 8, 0}, {0}},
    {"bfe.u32", {0x12345678, 32, 8}, {0}},
    {"bfe.u32", {0x12345678, 0x108, 0x108}, {0x56}},  // amounts count modulo 256
    {"bfe.s32", {0x00008000, 8, 8}, {0xffffff80}},
    {"bfe.s32", {kMin32, 40, 4}, {kOnes32}},  // beyond the top: the sign of a
    {"bfe.s32", {kMin32, 8, 0}, {0}},
    {"bfe.u64", {0x123456789abcdef0, 32, 32}, {0x12345678}},
    {"bfe.u64", {kOnes64, 0, 64}, {kOnes64}},
    {"bfe.s64", {0x0000000080000000, 0, 32}, {0xffffffff80000000}},
    {"bfe.s64", {kMin64, 100, 4}, {kOnes64}},
    {"bfi.b32", {0xff, 0x12345678, 8, 8}, {0x1234ff78}},
    {"bfi.b32", {0xff, 0, 28, 8}, {0xf0000000}},
    {"bfi.b32", {0xff, 0x12345678, 8, 0}, {0x12345678}},
    {"bfi.b32", {0xff, 0x12345678, 32, 8}, {0x12345678}},
    {"bfi.b32", {0x9abcdef0, 0x12345678, 0, 32}, {0x9abcdef0}},
    {"bfi.b64", {0xff, 0, 60, 8}, {0xf000000000000000}},
    {"bfi.b64", {kOnes64, 0, 0, 64}, {kOnes64}},
    {"szext.wrap.u32", {0xffffffff, 8}, {0xff}},
    {"szext.wrap.s32", {0x80, 8}, {0xffffff80}},
    {"szext.wrap.s32", {0x80, 40}, {0xffffff80}},
    {"szext.wrap.u32", {0xffffffff, 32}, {0}},
    {"szext.clamp.u32", {0xffffffff, 32}, {0xffffffff}},
    {"szext.clamp.s32", {0x80, 8}, {0xffffff80}},
    {"szext.clamp.s32", {0x80, 0}, {0}},
    {"szext.clamp.s32", {0x12345678, 100}, {0x12345678}},
    {"bmsk.clamp.b32", {4, 8}, {0xff0}},
    {"bmsk.clamp.b32", {28, 8}, {0xf0000000}},
    {"bmsk.clamp.b32", {4, 100}, {0xfffffff0}},
    {"bmsk.clamp.b32", {32, 8}, {0}},
    {"bmsk.wrap.b32", {36, 40}, {0xff0}},
    {"bmsk.wrap.b32", {4, 32}, {0}},
    {"prmt.b32", {0x33221100, 0x77665544, 0x7531}, {0x77553311}},
    {"prmt.b32", {0x33221180, 0x77665544, 0x8880}, {0xffffff80}},  // bit 3 repeats the sign
    {"prmt.b32", {0x33221100, 0x77665544, 0xffff1248}, {0x11224400}},
    {"prmt.b32.f4e", {0x33221100, 0x77665544, 0}, {0x33221100}},
    {"prmt.f4e.b32", {0x33221100, 0x77665544, 3}, {0x66554433}},
    {"prmt.b32.f4e", {0x33221100, 0x77665544, 5}, {0x44332211}},
    {"prmt.b32.b4e", {0x33221100, 0x77665544, 0}, {0x55667700}},
    {"prmt.b32.b4e", {0x33221100, 0x77665544, 3}, {0x00112233}},
    {"prmt.b32.rc8", {0x33221100, 0, 2}, {0x22222222}},
    {"prmt.b32.ecl", {0x33221100, 0, 1}, {0x33221111}},
    {"prmt.b32.ecr", {0x33221100, 0, 1}, {0x11111100}},
    {"prmt.b32.rc16", {0x33221100, 0, 1}, {0x33223322}},
    {"prmt.b32.rc16", {0x33221100, 0, 2}, {0x11001100}},
};

bool bit(u64 v, unsigned i) {
  return (v >> i & 1) != 0;
}

/// bfe as the pseudo-code of PTX ISA "bfe".
u64 extract_oracle(u64 a, u32 b, u32 c, unsigned width, bool is_signed) {
  const unsigned msb = width - 1, pos = b & 0xff, len = c & 0xff;
  const bool sign = is_signed && len != 0 && bit(a, std::min(pos + len - 1, msb));
  u64 d = 0;
  for (unsigned i = 0; i <= msb; ++i)
    d |= u64{i < len && pos + i <= msb ? bit(a, pos + i) : sign} << i;
  return d;
}
/// bfi as the pseudo-code of PTX ISA "bfi".
u64 insert_oracle(u64 a, u64 b, u32 c, u32 d, unsigned width) {
  const unsigned pos = c & 0xff, len = d & 0xff;
  for (unsigned i = 0; i < len && pos + i < width; ++i)
    b = (b & ~(u64{1} << (pos + i))) | u64{bit(a, i)} << (pos + i);
  return b;
}

}  // namespace

TEST_CASE("bit counting, fields and permutation") {
  check_cases(kBits);
}

TEST_CASE("bit fields equal the pseudo-code of the PTX ISA") {
  std::mt19937_64 rng(11);
  std::vector<Case> cases;
  for (int i = 0; i < 2000; ++i) {
    const u64 a = rng(), b = rng();
    const u32 pos = static_cast<u32>(rng() % 70), len = static_cast<u32>(rng() % 70);
    const u32 a32 = static_cast<u32>(a), b32 = static_cast<u32>(b);
    cases.push_back({"bfe.u32", {a32, pos, len}, {extract_oracle(a32, pos, len, 32, false)}});
    cases.push_back({"bfe.s32", {a32, pos, len}, {extract_oracle(a32, pos, len, 32, true)}});
    cases.push_back({"bfe.u64", {a, pos, len}, {extract_oracle(a, pos, len, 64, false)}});
    cases.push_back({"bfe.s64", {a, pos, len}, {extract_oracle(a, pos, len, 64, true)}});
    cases.push_back({"bfi.b32", {a32, b32, pos, len}, {insert_oracle(a32, b32, pos, len, 32)}});
    cases.push_back({"bfi.b64", {a, b, pos, len}, {insert_oracle(a, b, pos, len, 64)}});
  }
  check_cases(cases);
}

}  // namespace simt::test
