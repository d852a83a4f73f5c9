#include <catch2/catch.hpp>

#include "sim/mem/on_the_way.h"

namespace simt {
namespace {

constexpr std::uint64_t kUnknown = LoadsOnTheWay::kUnknown;

TEST_CASE("reductions on the way: those that nothing holds up are limited by their sectors alone") {
  ReductionsOnTheWay way({.sectors = 64, .waiting = 2});
  for (std::uint64_t at : {0, 1, 2, 3}) {
    way.send(1);
    way.answer(at, at + 100, true);
  }
  CHECK(way.room_at(4) == 4);
}

TEST_CASE("reductions on the way: accesses that a unit holds up fill the way out") {
  ReductionsOnTheWay way({.sectors = 64, .waiting = 2});
  way.send(1);
  way.answer(0, 100, true);  // the quickest: nothing holds it up
  way.send(1);
  way.answer(1, 201, true);  // waits for 100 cycles, until 101
  way.send(1);
  way.answer(2, 302, true);  // until 202
  CHECK(way.room_at(50) == 101);
  CHECK(way.room_at(101) == 101);
  // The further lines of an access are no accesses of their own.
  way.send(1);
  way.answer(3, 303, false);
  CHECK(way.room_at(101) == 101);
}

TEST_CASE("reductions on the way: sectors without an answer count") {
  ReductionsOnTheWay way({.sectors = 4, .waiting = 100});
  way.send(4);
  CHECK(way.room_at(0) == kUnknown);
  way.answer(0, 90, true);
  CHECK(way.room_at(0) == 90);
  CHECK(way.room_at(90) == 90);
}

}  // namespace
}  // namespace simt
