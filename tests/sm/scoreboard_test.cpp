// When an instruction's registers are ready, and which wait decides.
#include "sim/sm/parts/scoreboard.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {
Inst reading(std::initializer_list<RegId> reads, std::initializer_list<RegId> writes = {}) {
  Inst inst;
  for (RegId r : reads) inst.reads.push_back(r);
  for (RegId r : writes) inst.writes.push_back(r);
  return inst;
}
}  // namespace

TEST_CASE("the latest of the registers read or written decides, with its reason") {
  Scoreboard s;
  s.reset(4);
  s.produce(0, 10, Stall::wait);
  s.produce(1, 400, Stall::long_scoreboard);
  s.produce(2, 30, Stall::short_scoreboard);
  CHECK(s.ready(reading({0}), 0).at == 10);
  CHECK(s.ready(reading({0, 2}), 0).reason == Stall::short_scoreboard);
  CHECK(s.ready(reading({0, 1, 2}), 0).at == 400);
  CHECK(s.ready(reading({0}, {1}), 0).reason == Stall::long_scoreboard);
  CHECK(s.ready(reading({3}), 0).at == 0);
}

TEST_CASE("a guard needs its predicate the extra cycles later, data operands do not") {
  Scoreboard s;
  s.reset(2);
  s.produce(0, 10, Stall::wait);
  Inst data = reading({0});
  CHECK(s.ready(data, 9).at == 10);
  Inst guarded = reading({0});
  guarded.guard_reg = 0;
  CHECK(s.ready(guarded, 9).at == 19);
}

TEST_CASE("a later result of an older instruction is not forgotten") {
  Scoreboard s;
  s.reset(1);
  s.produce(0, 400, Stall::long_scoreboard);
  s.produce(0, 12, Stall::wait);
  CHECK(s.ready(reading({0}), 0).at == 400);
}

TEST_CASE("a result that is not known yet blocks for ever, until it is settled") {
  Scoreboard s;
  s.reset(2);
  s.produce(0, kNever, Stall::long_scoreboard);
  CHECK(s.ready(reading({0}), 0).at == kNever);
  CHECK(s.ready(reading({}, {0}), 0).reason == Stall::long_scoreboard);
  s.produce(0, 50, Stall::wait);
  CHECK(s.ready(reading({0}), 0).at == kNever);
  s.settle(0, 700, Stall::long_scoreboard);
  CHECK(s.ready(reading({0}), 0).at == 700);
  s.settle(0, 900, Stall::long_scoreboard);  // known already
  s.settle(1, 900, Stall::long_scoreboard);
  CHECK(s.ready(reading({0, 1}), 0).at == 700);
}

TEST_CASE("a predicate that is not known yet is not made known by the way to a guard") {
  Scoreboard s;
  s.reset(1);
  s.produce(0, kNever, Stall::long_scoreboard);
  Inst guarded = reading({0});
  guarded.guard_reg = 0;
  CHECK(s.ready(guarded, 9).at == kNever);
}
