// How the addresses of an access go from lane to lane.
#include "sim/views/lane_steps.h"

#include <catch2/catch.hpp>

#include "sample.h"

using namespace simt;
using sample::strided;

TEST_CASE("322 the step between lanes") {
  CHECK(*lane_stride(strided(StateSpace::Global, Kind::Load, 64, 12)) == 12);
  MemoryAccess holes = strided(StateSpace::Global, Kind::Load, 64, 12);
  holes.lanes = 0xfffffff3;
  CHECK(*lane_stride(holes) == 12);
  MemoryAccess gather = strided(StateSpace::Global, Kind::Load, 0, 4);
  gather.address[7] = 4096;
  CHECK_FALSE(lane_stride(gather));
  gather.lanes = 1;
  CHECK_FALSE(lane_stride(gather));
}

TEST_CASE("lanes that are not neighbours have no distance of neighbours") {
  MemoryAccess access = strided(StateSpace::Global, Kind::Load, 64, 50);
  access.lanes = 0x00010001;
  CHECK_FALSE(has_neighbours(access.lanes));
  CHECK_FALSE(lane_stride(access));
  CHECK(*step_between(access) == 800);
  access.lanes = 0x00010003;
  CHECK(has_neighbours(access.lanes));
  CHECK_FALSE(step_between(access));
}

TEST_CASE("rows of neighbours") {
  MemoryAccess rows = strided(StateSpace::Global, Kind::Load, 4, 4);
  CHECK(lane_rows(rows)->count == 1);
  for (unsigned lane = 16; lane < 32; ++lane) rows.address[lane] += 736;
  CHECK(lane_rows(rows)->count == 2);
  CHECK(lane_rows(rows)->step == 4);
  rows.lanes = 0x00070001;  // rows of one and three
  CHECK(!lane_rows(rows));
  CHECK(lane_rows(strided(StateSpace::Global, Kind::Load, 0, 8))->step == 8);
}
