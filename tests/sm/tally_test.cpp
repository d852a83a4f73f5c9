// What is told to a Tally lands in the counters that name it.
#include <catch2/catch.hpp>

#include "sim/sm/count/tally.h"

namespace simt {
namespace {

Program one_instruction() {
  Program program;
  program.code.resize(1);
  return program;
}

MemoryAccess access_of(StateSpace space, Kind kind) {
  MemoryAccess out{};
  out.space = space;
  out.kind = kind;
  return out;
}

struct TallyRig {
  Program program = one_instruction();
  ArchConfig arch;
  Tally tally{program, arch};
  std::uint64_t operator[](Counter c) const { return tally.totals()[c]; }
};

}  // namespace

TEST_CASE("tally: hits in L1 are counted by space and kind, atomics pass by") {
  TallyRig rig;
  rig.tally.l1_served(access_of(StateSpace::Global, Kind::Load), 8, 3);
  rig.tally.l1_served(access_of(StateSpace::Global, Kind::Store), 8, 2);
  rig.tally.l1_served(access_of(StateSpace::Local, Kind::Load), 32, 31);
  rig.tally.l1_served(access_of(StateSpace::Local, Kind::Store), 32, 7);
  rig.tally.l1_served(access_of(StateSpace::Global, Kind::Atomic), 4, 0);
  rig.tally.l1_served(access_of(StateSpace::Global, Kind::Reduction), 4, 0);
  CHECK(rig[Counter::global_ld_hits] == 3);
  CHECK(rig[Counter::global_ld_misses] == 5);
  CHECK(rig[Counter::global_st_hits] == 2);
  CHECK(rig[Counter::local_ld_hits] == 31);
  CHECK(rig[Counter::local_st_hits] == 7);
}

TEST_CASE("tally: warps and CTAs that start, part and stay") {
  TallyRig rig;
  rig.tally.cta_started();
  rig.tally.warp_started(32, 0xffff'ffff);
  rig.tally.warp_started(32, 0x0000'0007);
  rig.tally.warp_diverged();
  rig.tally.warp_parted(0, true);
  rig.tally.warp_parted(0, false);
  rig.tally.sub_partition_active(40);
  rig.tally.sm_active(50);
  CHECK(rig[Counter::ctas_launched] == 1);
  CHECK(rig[Counter::warps_launched] == 2);
  CHECK(rig[Counter::padded_lanes] == 29);
  CHECK(rig[Counter::divergent_warps] == 1);
  CHECK(rig.tally.splits()[0].warps == 2);
  CHECK(rig.tally.splits()[0].blocks == 1);
  CHECK(rig[Counter::smsp_cycles_active] == 40);
  CHECK(rig[Counter::sm_cycles_active] == 50);
}

}  // namespace simt
