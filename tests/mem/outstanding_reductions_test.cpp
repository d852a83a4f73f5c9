#include <catch2/catch.hpp>

#include "sim/mem/outstanding.h"

namespace simt {
namespace {

constexpr std::uint64_t kUnknown = OutstandingLoads::kUnknown;

TEST_CASE(
    "outstanding reductions: those that nothing holds up are limited by their sectors alone") {
  OutstandingReductions outstanding({.sectors = 64, .waiting = 2});
  for (std::uint64_t at : {0, 1, 2, 3}) {
    outstanding.send(1);
    outstanding.answer(at, at + 100, true);
  }
  CHECK(outstanding.room_at(4) == 4);
}

TEST_CASE("outstanding reductions: accesses that a unit holds up fill the way out") {
  OutstandingReductions outstanding({.sectors = 64, .waiting = 2});
  outstanding.send(1);
  outstanding.answer(0, 100, true);  // the quickest: nothing holds it up
  outstanding.send(1);
  outstanding.answer(1, 201, true);  // waits for 100 cycles, until 101
  outstanding.send(1);
  outstanding.answer(2, 302, true);  // until 202
  CHECK(outstanding.room_at(50) == 101);
  CHECK(outstanding.room_at(101) == 101);
  // The further lines of an access are no accesses of their own.
  outstanding.send(1);
  outstanding.answer(3, 303, false);
  CHECK(outstanding.room_at(101) == 101);
}

TEST_CASE("outstanding reductions: sectors without an answer count") {
  OutstandingReductions outstanding({.sectors = 4, .waiting = 100});
  outstanding.send(4);
  CHECK(outstanding.room_at(0) == kUnknown);
  outstanding.answer(0, 90, true);
  CHECK(outstanding.room_at(0) == 90);
  CHECK(outstanding.room_at(90) == 90);
}

}  // namespace
}  // namespace simt
