// A limited resource asked out of order of time.
#include "sim/mem/throughput.h"

#include <catch2/catch.hpp>

using simt::Throughput;

TEST_CASE("requests at one moment are served one after the other") {
  Throughput t;
  CHECK(t.take(100, 2.0) == 100);
  CHECK(t.take(100, 2.0) == 100);  // the bin that holds 100 began at 96: two cycles lie before
  CHECK(t.take(96, 2.0) == 100);
  CHECK(t.take(96, 2.0) == 102);
}

TEST_CASE("an earlier request that is asked late takes the earlier gap") {
  Throughput t;
  CHECK(t.take(1000, 1.0) == 1000);
  CHECK(t.take(10, 1.0) == 10);
}

TEST_CASE("a saturated resource serves at its rate, and the queue's end moves on") {
  Throughput t;
  std::uint64_t last = 0;
  for (int i = 0; i < 1000; ++i) last = t.take(0, 4.0);
  CHECK(last == 999 * 4);
  CHECK(t.take(last + 500, 4.0) == last + 500);
}

TEST_CASE("fractions of a cycle add up") {
  Throughput t;
  std::uint64_t last = 0;
  for (int i = 0; i < 640; ++i) last = t.take(0, 0.1);
  CHECK(last == 63);
}
