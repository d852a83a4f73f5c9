#include "sim/sm/active_time.h"

#include <catch2/catch.hpp>

using simt::ActiveTime;

TEST_CASE("active time: stays that overlap count once, gaps do not count") {
  ActiveTime t;
  t.enter(10);
  t.enter(15);
  CHECK(t.residents() == 2);
  CHECK(t.leave(20) == 0);
  t.enter(18);
  CHECK(t.leave(25) == 0);
  CHECK(t.leave(30) == 20);
  CHECK(t.residents() == 0);
  t.enter(100);
  CHECK(t.leave(101) == 1);
}

TEST_CASE("active time: who leaves first may stay longest") {
  ActiveTime t;
  t.enter(0);
  t.enter(0);
  CHECK(t.leave(50) == 0);
  CHECK(t.leave(20) == 50);
  t.enter(30);  // within what is counted already
  CHECK(t.leave(60) == 10);
  t.enter(40);
  CHECK(t.leave(55) == 0);
}

TEST_CASE("active time: who enters later may have come earlier") {
  ActiveTime t;
  t.enter(31);
  t.enter(10);
  t.leave(40);
  CHECK(t.leave(41) == 31);
}
