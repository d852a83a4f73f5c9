// The register file: alignment, packing, sharing of constants, functions apart; scopes of
// registers.
#include <catch2/catch.hpp>

#include "decode_support.h"

using namespace simt;

TEST_CASE("registers are 64-byte aligned vectors of their width, predicates share a line") {
  const Decoded d = decode_body(
      "setp.eq.u32 %p1, %r1, %r2; setp.eq.u32 %p2, %r1, %r2; mov.u16 %rs1, %rs2; cvt.u32.u8 %r3, "
      "%c1;"
      "mov.u64 %rd1, %rd2; mov.b64 %rd3, %rd1;");
  REQUIRE(d);
  std::vector<std::pair<Slot, Slot>> used;  // begin, end
  for (const RegisterInfo& reg : d->registers) {
    const bool predicate = reg.type == ScalarType::Pred;
    const Slot bytes = predicate ? 4 : size_of(reg.type) * kMaxWarpSize;
    CHECK(reg.slot % (predicate ? 4 : 64) == 0);
    used.emplace_back(reg.slot, reg.slot + bytes);
  }
  std::sort(used.begin(), used.end());
  for (std::size_t i = 1; i < used.size(); ++i) CHECK(used[i].first >= used[i - 1].second);
  CHECK(used.back().second <= d->slots.own_bytes);
  CHECK(d.reg("%p2")->slot == d.reg("%p1")->slot + 4);
  CHECK(d.reg("%p8") == nullptr);  // declared, never used: takes no room
  CHECK(d.reg("$sp")->slot == d->slots.stack_pointer);
  CHECK(d.reg("$cc")->slot == d->slots.carry);
}

TEST_CASE("seventeen predicates take a second line of 64 bytes") {
  std::string body = ".reg .pred q<17>; .reg .b32 last;";
  for (int i = 0; i < 17; ++i) body += "mov.pred q" + std::to_string(i) + ", %p1;";
  const Decoded d = decode_body(body);
  REQUIRE(d);
  // %p1 is met second, after q0: slots 0..15 of the line are q0, %p1, q1 .. q14.
  CHECK(d.reg("q14")->slot - d.reg("q0")->slot == 60);
  CHECK(d.reg("q15")->slot % 64 == 0);
  CHECK(d.reg("q16")->slot == d.reg("q15")->slot + 4);
}

TEST_CASE("one constant slot for each width and value") {
  const Decoded d = decode_body(
      "add.s32 %r1, %r2, 5; add.u32 %r3, %r4, 5; add.s64 %rd1, %rd2, 5; and.b32 %r1, %r1, -1;"
      "and.b32 %r1, %r1, 0xffffffff; add.f32 %f1, %f2, 0f00000005;");
  REQUIRE(d);
  const auto& code = d->code;
  CHECK(code[0].src[1] == code[1].src[1]);
  CHECK(code[0].src[1] == code[5].src[1]);  // the same 32 bits
  CHECK(code[0].src[1] != code[2].src[1]);
  CHECK(code[3].src[1] == code[4].src[1]);
  CHECK(d->constants.size() == 3);
  for (const ConstantSlot& c : d->constants) CHECK(c.slot >= kCommonSlots);
}

TEST_CASE("float constants are converted to the operand's type") {
  const Decoded d = decode_body(
      "mov.f32 %f1, 0.1; mov.f64 %fd1, 0f3F800000; mov.f32 %f2, 0d3FF8000000000000;"
      "mov.b32 %r1, 0f40000000; mov.f64 %fd2, 0.1; mov.pred %p1, 7; mov.f32 %f3, 1.0e39;");
  REQUIRE(d);
  const auto value = [&](Pc pc) { return d.constant(d->code[pc].src[0]); };
  CHECK(value(0) == 0x3dcccccd);
  CHECK(value(1) == 0x3ff0000000000000);
  CHECK(value(2) == 0x3fc00000);
  CHECK(value(3) == 0x40000000);
  CHECK(value(4) == 0x3fb999999999999a);
  CHECK(value(5) == 1);
  CHECK(value(6) == 0x7f800000);
}

TEST_CASE("names of an inner block hide outer ones, and two blocks beside it are apart") {
  const Decoded d = decode_body(
      "mov.u32 %r1, 1; { .reg .b64 %r1; mov.u64 %r1, 2; L: bra L; } { .reg .b64 %r<3>; "
      "mov.u64 %r1, 3; L: bra L; } mov.u32 %r1, 4; L: bra L;");
  INFO(d.messages);
  REQUIRE(d);
  const auto& code = d->code;
  CHECK(code[0].dst[0] == code[5].dst[0]);
  CHECK(code[0].dst[0] != code[1].dst[0]);
  CHECK(code[1].dst[0] != code[3].dst[0]);
  CHECK(code[1].dst_bytes == 8);
  CHECK(code[2].target == 2);
  CHECK(code[4].target == 4);
  CHECK(code[6].target == 6);
}

TEST_CASE("parameterised names: %r1<3> and %r<20> are told apart by their number") {
  const Decoded d =
      decode_body(".reg .b32 %q<20>; .reg .b64 %z1<3>; mov.u32 %q12, 1; mov.u64 %z12, 1;");
  REQUIRE(d);
  CHECK(d.reg("%q12")->type == ScalarType::B32);
  CHECK(d.reg("%z12")->type == ScalarType::B64);
  CHECK_FALSE(decode_body(".reg .b32 %q<20>; mov.u32 %q20, 1;"));
  CHECK_FALSE(decode_body(".reg .b32 %q<20>; mov.u32 %q01, 1;"));
}

TEST_CASE("vector registers have components") {
  const Decoded d = decode_body(
      ".reg .v4 .f32 %v; ld.global.v4.f32 %v, [%rd1]; add.f32 %f1, %v.x, %v.w; mov.f32 %v.y, %f1;"
      ".reg .v2 .u32 %w; mov.b64 %rd2, %w;");
  INFO(d.messages);
  REQUIRE(d);
  const auto& code = d->code;
  CHECK(code[0].dst.size() == 4);
  CHECK(code[1].src[0] == code[0].dst[0]);
  CHECK(code[1].src[1] == code[0].dst[3]);
  CHECK(code[2].dst[0] == code[0].dst[1]);
  CHECK(code[3].src.size() == 2);
  CHECK(d.reg("%v.y")->type == ScalarType::F32);
  CHECK_FALSE(decode_body(".reg .v4 .f32 %v; add.f32 %f1, %v, %f1;"));
  CHECK_FALSE(decode_body(".reg .v2 .f32 %v; add.f32 %f1, %v.z, %f1;"));
}

TEST_CASE("widths of registers, and which registers an instruction reads and writes") {
  const Decoded d = decode_body(
      "@%p1 st.global.v2.u8 [%rd1], {%r1, 5}; ld.shared.s8 %rd2, [%r2]; mad.lo.s32 %r1, %r1, %r1, "
      "%r3;"
      "mad.lo.cc.u32 %r1, %r2, %r3, %r4; madc.hi.u32 %r1, %r2, %r3, %r4;");
  INFO(d.messages);
  REQUIRE(d);
  const Inst& store = d->code[0];
  CHECK(store.src_bytes == 8);
  CHECK(store.dst_bytes == 4);
  CHECK(store.src.size() == 3);
  CHECK(store.reads.size() == 3);  // address, %r1, guard
  CHECK(store.writes.size() == 0);
  CHECK(d.constant(store.src[2]) == 5);
  const Inst& load = d->code[1];
  CHECK(load.dst_bytes == 8);
  CHECK(load.src_bytes == 4);
  CHECK(d->code[2].reads.size() == 2);  // each register once
  const Inst& low = d->code[3];
  CHECK(low.dst[1] == d->slots.carry);
  CHECK(low.writes.size() == 2);
  const Inst& high = d->code[4];
  CHECK(high.src[3] == d->slots.carry);
  CHECK(high.reads.size() == 4);
}

TEST_CASE("predicate sources: negation, a second destination, sinks") {
  const Decoded d = decode_body(
      "setp.eq.and.s32 %p1|%p2, %r1, 5, !%p3; setp.lt.s32 _|%p1, %r1, %r2; @!%p4 mov.u32 %r1, 1;"
      "selp.b32 %r1, %r2, %r3, !%p5; bar.red.popc.u32 %r1, 0, !%p1; mov.b64 {_, %r1}, %rd1;"
      "atom.global.add.u32 _, [%rd1], 5;");
  INFO(d.messages);
  REQUIRE(d);
  const auto& code = d->code;
  CHECK(code[0].dst.size() == 2);
  CHECK(code[0].src_negated == 1 << 2);
  CHECK(code[1].dst[0] == kNoSlot);
  CHECK(code[1].dst[1] == d.reg("%p1")->slot);
  CHECK(code[2].guard == d.reg("%p4")->slot);
  CHECK(code[2].guard_negated);
  CHECK(d->registers[code[2].guard_reg].name == "%p4");
  CHECK(code[3].src_negated == 1 << 2);
  CHECK(code[4].src[1] == kNoSlot);  // the thread count is absent
  CHECK(code[4].src_negated == 1 << 2);
  CHECK(code[5].dst[0] == kNoSlot);
  CHECK(code[5].dst[1] == d.reg("%r1")->slot);
  CHECK(code[6].dst[0] == kNoSlot);
  CHECK(code[6].kind == Kind::Atomic);
}

TEST_CASE("special registers: slots for constant ones, an instruction for clocks") {
  const Decoded d = decode_body(
      "mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.x; mov.u32 %r3, %laneid; mov.u64 %rd1, %clock64;"
      "cvt.u64.u32 %rd2, %clock; mov.u16 %rs1, %ntid.y; add.s32 %r4, %r4, WARP_SZ;");
  INFO(d.messages);
  REQUIRE(d);
  const auto& code = d->code;
  CHECK(code[0].src[0] == code[1].src[0]);
  REQUIRE(d->specials.size() == 4);
  CHECK(d->specials[0].reg == SpecialReg::tid_x);
  CHECK(d->specials[0].slot == code[0].src[0]);
  CHECK(code[3].kind == Kind::ReadSpecial);
  CHECK(code[3].imm == static_cast<std::int64_t>(SpecialReg::clock64));
  CHECK(code[4].kind == Kind::ReadSpecial);  // hidden, before the cvt
  CHECK(code[5].src[0] == code[4].dst[0]);
  CHECK(d.print(6) == "cvt.u16.u32 %rs1, %ntid.y");
  CHECK(d.print(7) == "add.s32 %r4, %r4, WARP_SZ");
}
