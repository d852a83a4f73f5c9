#include <catch2/catch.hpp>

#include "rig.h"

using namespace simt;

TEST_CASE("lanes are cut from the linear thread index, x fastest") {
  Rig rig;
  rig.launch.block = {4, 8, 2};
  rig.launch.grid = {7, 5, 3};
  const Slot x = rig.special(SpecialReg::tid_x), y = rig.special(SpecialReg::tid_y),
             z = rig.special(SpecialReg::tid_z), cy = rig.special(SpecialReg::ctaid_y),
             nx = rig.special(SpecialReg::ntid_x), gz = rig.special(SpecialReg::nctaid_z);
  rig.cta.id = {6, 4, 2};
  for (unsigned warp = 0; warp < 2; ++warp) {
    rig.start(warp);
    CHECK(rig.warp.lanes == kAllLanes);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const unsigned thread = warp * 32 + lane;
      CHECK(rig.get<std::uint32_t>(x, lane) == thread % 4);
      CHECK(rig.get<std::uint32_t>(y, lane) == thread / 4 % 8);
      CHECK(rig.get<std::uint32_t>(z, lane) == thread / 32);
      CHECK(rig.get<std::uint32_t>(cy, lane) == 4);
      CHECK(rig.get<std::uint32_t>(nx, lane) == 4);
      CHECK(rig.get<std::uint32_t>(gz, lane) == 3);
    }
  }
}

TEST_CASE("the last warp of a block is padded") {
  Rig rig;
  rig.launch.block = {48, 1, 1};
  rig.start(0);
  CHECK(rig.warp.lanes == kAllLanes);
  rig.start(1);
  CHECK(rig.warp.lanes == 0xffff);
  rig.launch.warp_size = 8;
  rig.start(0);
  CHECK(rig.warp.lanes == 0xff);
  rig.start(5);
  CHECK(rig.warp.lanes == 0xff);
}

TEST_CASE("lane special registers") {
  Rig rig;
  rig.launch.warp_size = GENERATE(32u, 8u);
  const unsigned size = rig.launch.warp_size;
  const Slot lane_id = rig.special(SpecialReg::laneid), eq = rig.special(SpecialReg::lanemask_eq),
             lt = rig.special(SpecialReg::lanemask_lt), le = rig.special(SpecialReg::lanemask_le),
             gt = rig.special(SpecialReg::lanemask_gt), ge = rig.special(SpecialReg::lanemask_ge),
             warp_sz = rig.special(SpecialReg::warp_size);
  rig.start();
  for (unsigned lane = 0; lane < size; ++lane) {
    LaneMask below = 0, above = 0;
    for (unsigned other = 0; other < size; ++other) {
      if (other < lane) below |= 1u << other;
      if (other > lane) above |= 1u << other;
    }
    CHECK(rig.get<std::uint32_t>(lane_id, lane) == lane);
    CHECK(rig.get<std::uint32_t>(eq, lane) == 1u << lane);
    CHECK(rig.get<std::uint32_t>(lt, lane) == below);
    CHECK(rig.get<std::uint32_t>(le, lane) == (below | 1u << lane));
    CHECK(rig.get<std::uint32_t>(gt, lane) == above);
    CHECK(rig.get<std::uint32_t>(ge, lane) == (above | 1u << lane));
    CHECK(rig.get<std::uint32_t>(warp_sz, lane) == size);
  }
}

TEST_CASE("only those registers start with zero that the program says") {
  Rig rig;
  const Slot first = rig.u32(), second = rig.u32(), third = rig.u32();
  rig.program.slots.zeroed = {{first, second}, {third, ~Slot{0}}};
  rig.start();
  for (const Slot slot : {first, second, third}) rig.set(slot, 4, 99u);
  rig.executor->start_warp(rig.warp, rig.cta, 0, 0, 0);
  CHECK(rig.get<std::uint32_t>(first, 4) == 0);
  CHECK(rig.get<std::uint32_t>(second, 4) == 99);
  CHECK(rig.get<std::uint32_t>(third, 4) == 0);
}

TEST_CASE("constants are broadcast by their width, the rest is zero, also after reuse") {
  Rig rig;
  const Slot narrow = rig.constant(ScalarType::B16, 0xbeef),
             word = rig.constant(ScalarType::F32, 0x3f80'0000),
             wide = rig.constant(ScalarType::U64, 0x1234'5678'9abc'def0),
             truth = rig.constant(ScalarType::Pred, 1), r = rig.u32(), sp = rig.stack_pointer();
  rig.start();
  CHECK(reinterpret_cast<std::uintptr_t>(rig.warp.regs().own) % 64 == 0);
  for (const unsigned lane : {0u, 17u, 31u}) {
    CHECK(rig.get<std::uint16_t>(narrow, lane) == 0xbeef);
    CHECK(rig.get<float>(word, lane) == 1.0f);
    CHECK(rig.get<std::uint64_t>(wide, lane) == 0x1234'5678'9abc'def0);
  }
  CHECK(rig.get_pred(truth) == kAllLanes);
  rig.set(r, 4, 99u);
  rig.set<std::uint64_t>(sp, 4, 16);
  rig.warp.frames[4].push_back({0, 0, 0, {}});
  rig.executor->start_warp(rig.warp, rig.cta, 0, 0, 0);
  CHECK(rig.get<std::uint32_t>(r, 4) == 0);
  CHECK(rig.get<std::uint64_t>(sp, 4) == 0);
  CHECK(rig.warp.frames[4].empty());
}

TEST_CASE("volatile special registers are read when the instruction executes") {
  Rig rig;
  const Slot d = rig.u64(), e = rig.u32();
  rig.clock = {0x1'2345'6789, 8.0};
  const auto read = [&](SpecialReg reg, unsigned bytes) {
    Inst inst;
    inst.kind = Kind::ReadSpecial;
    inst.imm = static_cast<std::int64_t>(reg);
    inst.dst = {bytes == 8 ? d : e};
    inst.dst_bytes = static_cast<std::uint8_t>(bytes);
    rig.program.code.push_back(inst);
    rig.run(rig.next_pc() - 1);
    return bytes == 8 ? rig.get<std::uint64_t>(d, 31) : rig.get<std::uint32_t>(e, 31);
  };
  CHECK(read(SpecialReg::clock, 4) == 0x2345'6789);
  CHECK(read(SpecialReg::clock_hi, 4) == 1);
  CHECK(read(SpecialReg::clock64, 8) == 0x1'2345'6789);
  CHECK(read(SpecialReg::globaltimer, 8) == 0x9'1a2b'3c48);
  CHECK(read(SpecialReg::globaltimer_lo, 4) == 0x1a2b'3c48);
  CHECK(read(SpecialReg::globaltimer_hi, 4) == 9);
}

TEST_CASE("read_register gives raw bits of one lane") {
  Rig rig;
  rig.reg(ScalarType::S16);
  rig.reg(ScalarType::Pred);
  rig.reg(ScalarType::F64);
  rig.set<std::int16_t>(rig.program.registers[0].slot, 3, -2);
  rig.set_pred(rig.program.registers[1].slot, 0x8);
  rig.set(rig.program.registers[2].slot, 3, 1.0);
  CHECK(read_register(rig.program, rig.warp, 0, 3) == 0xfffe);
  CHECK(read_register(rig.program, rig.warp, 1, 3) == 1);
  CHECK(read_register(rig.program, rig.warp, 1, 2) == 0);
  CHECK(read_register(rig.program, rig.warp, 2, 3) == 0x3ff0'0000'0000'0000);
}
