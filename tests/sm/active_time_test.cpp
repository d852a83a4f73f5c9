#include "sim/sm/parts/active_time.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>

using simt::ActiveTime;

TEST_CASE("active: stays that overlap count once, gaps do not") {
  ActiveTime t;
  t.enter();
  t.enter();
  CHECK(t.residents() == 2);
  CHECK(t.leave(10, 20) == 10);
  CHECK(t.leave(15, 40) == 20);
  CHECK(t.residents() == 0);
  t.enter();
  CHECK(t.leave(50, 60) == 10);
}

TEST_CASE("active: who is on the way does not keep the place busy") {
  ActiveTime t;
  for (int i = 0; i < 3; ++i) t.enter();
  CHECK(t.leave(0, 9) == 9);
  CHECK(t.leave(160, 169) == 9);
  CHECK(t.leave(320, 329) == 9);
}

TEST_CASE("active: a promised stay that outlasts later ones") {
  ActiveTime t;
  t.enter();
  CHECK(t.leave(0, 100) == 100);
  t.enter();
  CHECK(t.leave(80, 90) == 0);
  t.enter();
  CHECK(t.leave(95, 120) == 20);
}

TEST_CASE("active: the union of any stays") {
  std::minstd_rand random(7);
  for (int round = 0; round < 200; ++round) {
    ActiveTime t;
    const auto stays = 1 + random() % 12;
    for (std::uint64_t i = 0; i < stays; ++i) t.enter();
    std::set<std::uint64_t> cycles;
    std::uint64_t counted = 0;
    for (std::uint64_t i = 0; i < stays; ++i) {
      const std::uint64_t from = random() % 60, to = from + random() % 20;
      counted += t.leave(from, to);
      for (std::uint64_t c = from; c < to; ++c) cycles.insert(c);
    }
    CHECK(counted == cycles.size());
  }
}
