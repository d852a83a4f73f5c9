// Fences of an SM that ask together, at exact cycles.
#include "sim/mem/fence_unit.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {

ControlConfig control() {
  ControlConfig c;
  c.fence_gpu_cycles = 400;
  c.fence_sys_cycles = 1000;
  c.fence_behind_cycles = 90;
  c.fence_interval = 5;
  c.fence_gather_cycles = 40;
  c.fence_unit_share = 0.75;
  return c;
}

constexpr unsigned kCrossing = 200;

}  // namespace

TEST_CASE("fences: those that come until the first one asks end with it") {
  const ControlConfig c = control();
  FenceUnit unit(c, kCrossing);
  CHECK(unit.take(1000, 0, false) == 1400);
  CHECK(unit.take(1040, 0, false) == 1400);
}

TEST_CASE("fences: one that comes later asks when the unit is free again") {
  const ControlConfig c = control();
  FenceUnit unit(c, kCrossing);
  CHECK(unit.take(1000, 0, false) == 1400);
  CHECK(unit.take(1041, 0, false) == 1300 - 40 + 400);  // asks at 1300
  CHECK(unit.take(1300, 0, false) == 1300 - 40 + 400);
  CHECK(unit.take(1301, 0, false) == 1560 - 40 + 400);  // it is free at 1260 + 300
}

TEST_CASE("fences: as many as enter before the first one asks go with it") {
  const ControlConfig c = control();
  FenceUnit unit(c, kCrossing);
  for (int warp = 0; warp < 9; ++warp) CHECK(unit.take(1000, 0, false) == 1400);  // to 1040
  CHECK(unit.take(1000, 0, false) == 1660);
}

TEST_CASE("fences: wait for what their SM has sent, and go far where that went") {
  const ControlConfig c = control();
  FenceUnit unit(c, kCrossing);
  CHECK(unit.take(1000, 1500, false) == 1590);
  unit.sent_far();
  CHECK(unit.take(5000, 0, false) == 5600);
  CHECK(unit.take(9000, 0, false) == 9400);
}

TEST_CASE("fences: of the system hold the unit longer") {
  const ControlConfig c = control();
  FenceUnit unit(c, kCrossing);
  CHECK(unit.take(1000, 0, true) == 2000);
  CHECK(unit.take(1041, 0, false) == 1750 - 40 + 400);
}
