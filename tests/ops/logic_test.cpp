// Values of logic, shifts, moves and address conversion.
#include <catch2/catch.hpp>

#include "isa/base/address_space.h"
#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr u64 kMin64 = 0x8000'0000'0000'0000;

const CaseTable kLogic{
    {"and.pred", {1, 1}, {1}},
    {"and.pred", {1, 0}, {0}},
    {"or.pred", {0, 0}, {0}},
    {"or.pred", {0, 1}, {1}},
    {"xor.pred", {1, 1}, {0}},
    {"xor.pred", {0, 1}, {1}},
    {"not.pred", {0}, {1}},
    {"not.pred", {1}, {0}},
    {"and.b16", {0xf0f0, 0xff00}, {0xf000}},
    {"and.b32", {0xf0f0f0f0, 0xff00ff00}, {0xf000f000}},
    {"and.b64", {0xf0f0f0f0'0f0f0f0f, 0xff00ff00'ff00ff00}, {0xf000f000'0f000f00}},
    {"or.b16", {0xf0f0, 0x0f00}, {0xfff0}},
    {"or.b32", {0x80000001, 0x00000010}, {0x80000011}},
    {"or.b64", {kMin64, 1}, {kMin64 | 1}},
    {"xor.b16", {0xffff, 0x00ff}, {0xff00}},
    {"xor.b32", {0xffffffff, 0x0000ffff}, {0xffff0000}},
    {"xor.b64", {~0ull, 1}, {~1ull}},
    {"not.b16", {0x00ff}, {0xff00}},
    {"not.b32", {0}, {0xffffffff}},
    {"not.b64", {1}, {~1ull}},
    {"cnot.b16", {0}, {1}},
    {"cnot.b16", {0x8000}, {0}},
    {"cnot.b32", {0}, {1}},
    {"cnot.b32", {5}, {0}},
    {"cnot.b64", {0}, {1}},
    {"cnot.b64", {kMin64}, {0}},
    // Tables as the PTX ISA gives them: a = 0xF0, b = 0xCC, c = 0xAA.
    {"lop3.b32", {0xff00ff00, 0xf0f0f0f0, 0xcccccccc, 0x80}, {0xc000c000}},  // a & b & c
    {"lop3.b32", {0xff00ff00, 0xf0f0f0f0, 0xcccccccc, 0xfe}, {0xfffcfffc}},  // a | b | c
    {"lop3.b32", {0xff00ff00, 0xf0f0f0f0, 0xcccccccc, 0x40}, {0x30003000}},  // a & b & ~c
    {"lop3.b32", {0xff00ff00, 0xf0f0f0f0, 0xcccccccc, 0x96}, {0xc33cc33c}},  // a ^ b ^ c
    {"lop3.b32", {0xff00ff00, 0xf0f0f0f0, 0xcccccccc, 0x1a}, {0x03cc03cc}},
    {"lop3.or.b32", {1, 1, 1, 0x80, 0}, {1, 1}},
    {"lop3.or.b32", {1, 1, 2, 0x80, 0}, {0, 0}},
    {"lop3.or.b32", {1, 1, 2, 0x80, 1}, {0, 1}},
    {"lop3.and.b32", {1, 1, 1, 0x80, 0}, {1, 0}},
    {"lop3.and.b32", {1, 1, 1, 0x80, 1}, {1, 1}},

    {"shl.b16", {1, 15}, {0x8000}},
    {"shl.b16", {0xffff, 16}, {0}},
    {"shl.b32", {1, 31}, {0x80000000}},
    {"shl.b32", {0xffffffff, 32}, {0}},
    {"shl.b32", {0xffffffff, 33}, {0}},
    {"shl.b32", {0xffffffff, 0xffffffff}, {0}},
    {"shl.b32", {0x12345678, 0}, {0x12345678}},
    {"shl.b64", {1, 63}, {kMin64}},
    {"shl.b64", {~0ull, 64}, {0}},
    {"shl.b64", {~0ull, 32}, {0xffffffff00000000}},
    {"shr.u16", {0x8000, 15}, {1}},
    {"shr.u16", {0xffff, 16}, {0}},
    {"shr.s16", {0x8000, 15}, {0xffff}},
    {"shr.s16", {0x8000, 200}, {0xffff}},
    {"shr.b32", {0x80000000, 31}, {1}},
    {"shr.u32", {0x80000000, 32}, {0}},
    {"shr.s32", {0x80000000, 31}, {0xffffffff}},
    {"shr.s32", {0x80000000, 32}, {0xffffffff}},
    {"shr.s32", {0x7fffffff, 33}, {0}},
    {"shr.s32", {0x80000000, 4}, {0xf8000000}},
    {"shr.u64", {kMin64, 63}, {1}},
    {"shr.u64", {kMin64, 64}, {0}},
    {"shr.s64", {kMin64, 64}, {~0ull}},
    {"shr.s64", {kMin64, 63}, {~0ull}},
    {"shr.b64", {kMin64, 1}, {kMin64 >> 1}},
    // d = the high (left) or low (right) word of {b, a} shifted.
    {"shf.l.clamp.b32", {0x89abcdef, 0x01234567, 0}, {0x01234567}},
    {"shf.l.clamp.b32", {0x89abcdef, 0x01234567, 8}, {0x23456789}},
    {"shf.l.clamp.b32", {0x89abcdef, 0x01234567, 32}, {0x89abcdef}},
    {"shf.l.clamp.b32", {0x89abcdef, 0x01234567, 100}, {0x89abcdef}},
    {"shf.l.wrap.b32", {0x89abcdef, 0x01234567, 32}, {0x01234567}},
    {"shf.l.wrap.b32", {0x89abcdef, 0x01234567, 40}, {0x23456789}},
    {"shf.r.clamp.b32", {0x89abcdef, 0x01234567, 0}, {0x89abcdef}},
    {"shf.r.clamp.b32", {0x89abcdef, 0x01234567, 8}, {0x6789abcd}},
    {"shf.r.clamp.b32", {0x89abcdef, 0x01234567, 32}, {0x01234567}},
    {"shf.r.clamp.b32", {0x89abcdef, 0x01234567, 33}, {0x01234567}},
    {"shf.r.wrap.b32", {0x89abcdef, 0x01234567, 32}, {0x89abcdef}},
    {"shf.r.wrap.b32", {0x89abcdef, 0x01234567, 31}, {0x02468acf}},
};

const CaseTable kMoves{
    {"mov.pred", {1}, {1}},
    {"mov.pred", {0}, {0}},
    {"mov.u16", {0x8001}, {0x8001}},
    {"mov.b32", {0x80000001}, {0x80000001}},
    {"mov.f32", {0x7f800001}, {0x7f800001}},  // a signalling NaN stays as it is
    {"mov.f64", {0x7ff0000000000001}, {0x7ff0000000000001}},
    {"mov.b64", {0x0123456789abcdef}, {0x0123456789abcdef}},
    {"mov.b128", {(u128{1} << 127) | 5}, {(u128{1} << 127) | 5}},
    {"mov.b16", {0x34, 0x12}, {0x1234}},
    {"mov.b32", {0x5678, 0x1234}, {0x12345678}},
    {"mov.b32", {0x78, 0x56, 0x34, 0x12}, {0x12345678}},
    {"mov.b64", {0x89abcdef, 0x01234567}, {0x0123456789abcdef}},
    {"mov.b64", {0xcdef, 0x89ab, 0x4567, 0x0123}, {0x0123456789abcdef}},
    {"mov.b128", {5, kMin64}, {(u128{1} << 127) | 5}},
    {"mov.b128", {5, 0, 0, 0x80000000}, {(u128{1} << 127) | 5}},
    {"mov.b16", {0x1234}, {0x34, 0x12}},
    {"mov.b32", {0x12345678}, {0x5678, 0x1234}},
    {"mov.b32", {0x12345678}, {0x78, 0x56, 0x34, 0x12}},
    {"mov.b64", {0x0123456789abcdef}, {0x89abcdef, 0x01234567}},
    {"mov.b64", {0x0123456789abcdef}, {0xcdef, 0x89ab, 0x4567, 0x0123}},
    {"mov.b128", {(u128{1} << 127) | 5}, {5, kMin64}},

    {"cvta.global.u64", {0x7f0000001000}, {0x7f0000001000}},
    {"cvta.to.global.u64", {0x7f0000001000}, {0x7f0000001000}},
    {"cvta.shared.u64", {16}, {kSharedWindow.base + 16}},
    {"cvta.to.shared.u64", {kSharedWindow.base + 16}, {16}},
    {"cvta.shared::cta.u64", {16}, {kSharedWindow.base + 16}},
    {"cvta.local.u64", {16}, {kLocalWindow.base + 16}},
    {"cvta.to.local.u64", {kLocalWindow.base + 16}, {16}},
    {"cvta.const.u64", {0}, {kConstWindow.base}},
    {"cvta.to.const.u64", {kConstWindow.base}, {0}},
    {"cvta.param.u64", {8}, {kParamWindow.base + 8}},
    {"cvta.to.param.u64", {kParamWindow.base + 8}, {8}},
    {"isspacep.global", {0x7f0000001000}, {1}},
    {"isspacep.global", {kSharedWindow.base}, {0}},
    {"isspacep.shared", {kSharedWindow.base + kSharedWindow.size - 1}, {1}},
    {"isspacep.shared", {kSharedWindow.base + kSharedWindow.size}, {0}},
    {"isspacep.shared::cta", {kSharedWindow.base - 1}, {0}},
    // As on an H100: the rank in bits 24 to 31.
    {"isspacep.shared::cluster", {kSharedWindow.base + 16}, {1}},
    {"isspacep.shared::cluster", {kLocalWindow.base}, {0}},
    {"mapa.shared::cluster.u32", {0x430, 0}, {0x430}},
    {"mapa.shared::cluster.u32", {0x2000430, 3}, {0x3000430}},
    {"mapa.u64", {kSharedWindow.base + 0x430, 0}, {kSharedWindow.base + 0x430}},
    {"mapa.u64", {kSharedWindow.base + 0x430, 3}, {kSharedWindow.base + 0x3000430}},
    {"getctarank.shared::cluster.u32", {0x3000430}, {3}},
    {"getctarank.u64", {kSharedWindow.base + 0x430}, {0}},
    {"isspacep.local", {kLocalWindow.base}, {1}},
    {"isspacep.local", {0}, {0}},
    {"isspacep.const", {kConstWindow.base}, {1}},
    {"isspacep.const", {kLocalWindow.base}, {0}},
    {"isspacep.param", {kParamWindow.base}, {1}},
    {"isspacep.param", {kParamWindow.base - 1}, {0}},
};

}  // namespace

TEST_CASE("logic and shifts") {
  check_cases(kLogic);
}
TEST_CASE("moves and address conversion") {
  check_cases(kMoves);
}

TEST_CASE("lop3 equals its truth table for every table") {
  for (u32 table = 0; table < 256; ++table) {
    u32 expected = 0;
    for (u32 bit = 0; bit < 8; ++bit) expected |= (table >> bit & 1) << bit;
    // Bit i of the operands spells the three bits of i: the result is the table itself.
    INFO(table);
    CHECK(evaluate("lop3.b32", {0xf0, 0xcc, 0xaa, table})[0] ==
          ((table & 1) != 0 ? 0xffffff00 | expected : expected));
  }
}

}  // namespace simt::test
