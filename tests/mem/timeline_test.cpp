// A resource that is asked out of order of time.
#include "sim/mem/timeline.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using simt::Timeline;

TEST_CASE("requests at one moment are served one after the other") {
  Timeline t;
  CHECK(t.take(0, 100, 2) == 100);
  CHECK(t.take(0, 100, 2) == 102);
  CHECK(t.take(0, 103, 2) == 104);
  CHECK(t.take(0, 106, 2) == 106);
  CHECK(t.take(0, 109, 2) == 109);
}

TEST_CASE("an earlier request that is asked late takes the earlier gap") {
  Timeline t;
  CHECK(t.take(0, 1000, 1) == 1000);
  CHECK(t.take(0, 10, 1) == 10);
  CHECK(t.take(0, 10, 1) == 11);
}

TEST_CASE("a gap is taken only when it is long enough, and may be filled exactly") {
  Timeline t;
  t.take(0, 10, 10);
  t.take(0, 24, 6);
  CHECK(t.take(0, 5, 6) == 30);  // neither 5 to 10 nor 20 to 24 will do
  CHECK(t.take(0, 5, 4) == 5);
  CHECK(t.take(0, 5, 4) == 20);  // 20 to 24
  CHECK(t.take(0, 5, 1) == 9);
  CHECK(t.take(0, 5, 1) == 36);
}

TEST_CASE("a saturated resource serves at its rate") {
  Timeline t;
  for (int i = 0; i < 1000; ++i) CHECK(t.take(0, 0, 4) == 4 * i);
  CHECK(t.take(0, 4500, 4) == 4500);
}

TEST_CASE("fractions of a cycle add up") {
  Timeline t;
  for (int i = 0; i < 640; ++i) CHECK(t.take(0, 0, 0.125) == 0.125 * i);
}

TEST_CASE("a resource without limit is never busy") {
  Timeline t;
  CHECK(t.take(0, 7, 0) == 7);
  CHECK(t.take(0, 7, 0) == 7);
}

TEST_CASE("nobody has what is closed, whoever had a part of it") {
  Timeline t;
  t.take(0, 10, 5);
  t.take(0, 30, 5);
  t.close(12, 31);
  CHECK(t.take(0, 11, 1) == 35);
  CHECK(t.take(0, 0, 10) == 0);
  t.close(40, 50);
  t.close(45, 45);
  CHECK(t.take(0, 36, 4) == 36);
  CHECK(t.take(0, 36, 4) == 50);
}

TEST_CASE("a resource tells from when on nobody has it") {
  Timeline t;
  CHECK(t.free_from(5) == 5);
  t.take(0, 10, 4);
  CHECK(t.free_from(9) == 9);
  CHECK(t.free_from(10) == 14);
  CHECK(t.free_from(14) == 14);
}

TEST_CASE("what is past is forgotten and changes nothing") {
  Timeline t;
  t.take(0, 0, 10);
  t.take(0, 20, 10);
  CHECK(t.take(10, 10, 5) == 10);
  CHECK(t.take(25, 25, 5) == 30);
}

TEST_CASE("no two requests ever overlap, and none waits without need") {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    Timeline t;
    std::vector<bool> busy(4000, false);
    unsigned past = 0;
    for (int i = 0; i < 200; ++i) {
      past += static_cast<unsigned>(random() % 4);
      const auto at = past + static_cast<unsigned>(random() % 3 == 0 ? random() % 500 : 0);
      const auto cycles = static_cast<unsigned>(1 + random() % 5);
      const auto fits = [&](unsigned from) {
        for (unsigned c = from; c < from + cycles; ++c)
          if (busy[c]) return false;
        return true;
      };
      unsigned expected = at;
      while (!fits(expected)) ++expected;
      REQUIRE(t.take(past, at, cycles) == expected);
      for (unsigned c = expected; c < expected + cycles; ++c) busy[c] = true;
    }
  }
}

TEST_CASE("timeline: in pieces it fills the gaps that are too short for the whole") {
  Timeline t;
  CHECK(t.take(0, 100, 10) == 100);
  CHECK(t.take(0, 112, 10) == 112);
  CHECK(t.take_pieces(0, 95, 10) == 125);  // 95 to 100, 110 to 112, 122 to 125
  CHECK(t.take(0, 95, 1) == 125);
  CHECK(t.take_pieces(0, 200, 3) == 203);
}
