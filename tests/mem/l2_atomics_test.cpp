// Atomics, reductions and fences at L2, at exact cycles.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/mem/l2_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

TEST_CASE("l2: an atomic on a sector that was written in part fetches it") {
  L2Rig rig;
  MemoryRequest part = request(0, 1, Op::Write);
  part.bytes = {0xf, 0, 0, 0};
  rig.serve(part);
  CHECK(rig.serve(request(1000, 1, Op::Atomic)) == 1000 + 300 + 2 + 250);
  CHECK(rig.serve(request(2000, 1)) == 2200);
}

TEST_CASE("l2: atomics are serialized, a lane on the same address after the other") {
  L2Rig rig;
  rig.serve(request(0, 1));
  CHECK(rig.serve(request(1000, 1, Op::Atomic, 0b0001, 1)) == 1252);
  CHECK(rig.serve(request(2000, 1, Op::Atomic, 0b0001, 32)) == 2314);
  // The unit is free at 2064.
  CHECK(rig.serve(request(2010, 1, Op::Atomic, 0b0001, 1)) == 2316);
  CHECK(rig.serve(request(2066, 1, Op::Atomic, 0b0001, 1)) == 2318);
  CHECK(rig.count(Counter::l2_sectors_atom) == 1 + 32 + 1 + 1);
}

TEST_CASE("l2: reductions are serialized with atomics and are counted apart") {
  L2Rig rig;
  rig.serve(request(0, 1));
  rig.serve(request(1000, 1, Op::Reduction, 0b0001, 10));
  CHECK(rig.serve(request(1000, 1, Op::Atomic, 0b0001, 1)) == 1272);
  CHECK(rig.count(Counter::l2_sectors_red) == 10);
  CHECK(rig.count(Counter::l2_sectors_atom) == 1);
}

TEST_CASE("l2: an atomic needs the old value: it fetches, and leaves its sector to write back") {
  ArchConfig arch = round_arch();
  arch.l2.bytes = 128;
  arch.l2.ways = 1;
  L2Rig rig(arch);
  CHECK(rig.serve(request(0, 1, Op::Atomic)) == 300 + 2 + 250);
  CHECK(rig.count(Counter::dram_bytes_read) == 32);
  rig.serve(request(1000, 2));
  CHECK(rig.count(Counter::dram_bytes_write) == 32);
}

TEST_CASE("l2: atomics on different addresses go through the unit by sectors") {
  ArchConfig arch = round_arch();
  arch.l2.atomic_sector_interval = 3;
  L2Rig rig(arch);
  rig.serve(request(0, 1, Op::Read, 0b1111));
  CHECK(rig.serve(request(1000, 1, Op::Atomic, 0b0001)) == 1000 + 3 + 250);
  CHECK(rig.serve(request(2000, 1, Op::Atomic, 0b1111)) == 2000 + 12 + 250);
  MemoryRequest swap = request(3000, 1, Op::Atomic, 0b1111);
  swap.operands = 2;
  CHECK(rig.serve(swap) == 3000 + 24 + 250);
}

TEST_CASE("l2: sectors that are touched whole go through the unit faster than parts") {
  ArchConfig arch = round_arch();
  arch.l2.atomic_interval = 4;
  arch.l2.atomic_sector_interval = 3;
  L2Rig rig(arch);
  rig.serve(request(0, 1, Op::Read, 0b1111));
  MemoryRequest add = request(1000, 1, Op::Reduction, 0b1111);
  add.serialized_sectors = 4;
  CHECK(rig.serve(add) == 1000 + 16);
  add.sent = 2000;
  add.covered = true;
  CHECK(rig.serve(add) == 2000 + 12);
  add.sent = 3000;
  add.sectors = 0b0001;  // a packet takes no less than a lane's
  CHECK(rig.serve(add) == 3000 + 4);
}

TEST_CASE("l2: one lane's two operands take no longer than one, two double-precision sums do") {
  ArchConfig arch = round_arch();
  arch.l2.atomic_sector_interval = 3;
  L2Rig rig(arch);
  rig.serve(request(0, 1, Op::Read, 0b1111));
  MemoryRequest swap = request(1000, 1, Op::Atomic);
  swap.operands = 2;
  swap.alone = true;
  CHECK(rig.serve(swap) == 1000 + 2 + 250);
  MemoryRequest add = request(2000, 1, Op::Reduction, 0b1111);
  add.wide = add.covered = true;
  CHECK(rig.serve(add) == 2000 + 24);
}

TEST_CASE("l2: floating-point sums of one sector follow each other slowly, beside other sectors'") {
  ArchConfig arch = round_arch();
  arch.l2.atomic_float_interval = 5;
  L2Rig rig(arch);
  rig.serve(request(0, 1, Op::Read, 0b0011));
  MemoryRequest add = request(1000, 1, Op::Reduction, 0b0001, 4);
  add.floating = true;
  CHECK(rig.serve(add) == 1000 + 20);
  MemoryRequest other = request(1000, 1, Op::Reduction, 0b0010);
  other.floating = true;
  CHECK(rig.serve(other) == 1008 + 5);  // the unit is free after four serialized lanes of two
  CHECK(rig.serve(add) == 1020 + 20);
}

TEST_CASE("l2: lines that differ in the shared bits alone have one atomics unit") {
  ArchConfig arch = round_arch();
  arch.l2.slices = 8;
  arch.l2.bytes_per_clock = 3200;
  arch.l2.atomic_shared_bits = {7, 9};
  L2Rig rig(arch);
  for (const std::uint64_t line : {0, 1, 2, 4}) rig.serve(request(0, line));
  const auto add = [&](std::uint64_t line) {
    return rig.serve(request(1000, line, Op::Reduction, 0b0001, 10)) - 1000;
  };
  CHECK(add(0) == 20);
  CHECK(add(2) == 20);  // 256 bytes away: the unit beside it
  CHECK(add(1) == 40);
  CHECK(add(4) == 60);
}

// The busiest slice's part of the sectors on an H200 (tests/hardware/h200/atomics_ncu.csv.gz), one
// of a unit for each line here.
TEST_CASE("l2: lines side by side and apart share atomics units as on hardware") {
  struct Case {
    std::uint64_t lines, apart;
    std::uint64_t most;  ///< of one unit
  };
  for (const Case& c : std::vector<Case>{{16, 1, 4},
                                         {128, 1, 4},
                                         {256, 1, 8},
                                         {1024, 1, 16},
                                         {8192, 1, 88},
                                         {8, 8, 1},
                                         {8, 32, 1},
                                         {8, 128, 1},
                                         {8, 512, 1}}) {
    CAPTURE(c.lines, c.apart);
    ArchConfig arch = round_arch();
    arch.l2.slices = 94;
    arch.l2.bytes_per_clock = 1e9;
    arch.l2.bytes = 64 << 20;
    arch.l2.atomic_shared_bits = {7, 9};
    arch.dram.bytes_per_second = 1e18;
    L2Rig rig(arch);
    for (std::uint64_t i = 0; i < c.lines; ++i) rig.serve(request(0, i * c.apart));
    const std::uint64_t sent = 1'000'000;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < c.lines; ++i)
      last = std::max(last, rig.serve(request(sent, i * c.apart, MemoryRequest::Op::Reduction)));
    CHECK((last - sent) / 2 == c.most);  // atomic_interval
  }
}

TEST_CASE("l2: tells when the units have done the last reduction") {
  L2Rig rig;
  rig.serve(request(0, 1));
  CHECK(rig.l2.reductions_end() == 0);
  rig.serve(request(1000, 1, Op::Reduction, 0b0001, 10));
  rig.serve(request(1000, 1, Op::Atomic));
  CHECK(rig.l2.reductions_end() == 1020);
}

TEST_CASE("l2: a fence waits for what its SM has sent, and for nobody else") {
  ArchConfig arch = round_arch();
  arch.sm.count = 2;
  L2Rig rig(arch);
  rig.serve(request(0, 1));
  CHECK(rig.serve(request(1000, 0, Op::Fence, 0)) == 1300);
  rig.serve(request(2000, 1, Op::Reduction, 0b0001, 100));  // performed at 2450
  CHECK(rig.serve(request(2001, 0, Op::Fence, 0)) == 2450 + 90);
  MemoryRequest other = request(2002, 0, Op::Fence, 0);
  other.sm = 1;
  CHECK(rig.serve(other) == 2302);
}

TEST_CASE("l2: reads pass atomics that wait for their turn") {
  L2Rig rig;
  rig.serve(request(0, 1));
  rig.serve(request(1000, 1, Op::Atomic, 0b0001, 32));
  // The 32 packets have had the slice's port for a cycle each; serialized, they take two.
  CHECK(rig.serve(request(1001, 1)) == 1000 + 32 + 200);
}

TEST_CASE("l2: what an SM sends after atomics that wait for their unit passes them") {
  ArchConfig arch = round_arch();
  arch.l2.bytes_per_clock = 3200;
  L2Rig rig(arch);
  rig.serve(request(0, 1));
  for (std::uint64_t i = 1; i <= 6; ++i)
    CHECK(rig.serve(request(1000, 1, Op::Reduction, 0b0001, 32)) == 1000 + 64 * i);
  CHECK(rig.serve(request(1001, 1)) == 1001 + 200);
}

TEST_CASE("l2: atomics that miss wait beside each other, and hold nobody up") {
  ArchConfig arch = round_arch();
  arch.l2.bytes_per_clock = 3200;
  arch.dram.bytes_per_second = 1.6e12;  // fifty sectors a cycle
  L2Rig rig(arch);
  for (std::uint64_t line = 0; line < 100; ++line)
    CHECK(rig.serve(request(1000, line, Op::Reduction)) == 1000 + 300 + 2 * (line + 1));
  rig.serve(request(3000, 1));
  for (std::uint64_t line = 200; line < 203; ++line)
    rig.serve(request(4000, line, Op::Reduction, 0b0001, 32));
  CHECK(rig.serve(request(4001, 1)) == 4001 + 200);
}
