// Issue slots that expansions take.
#include "sim/sm/parts/issue_slots.h"

#include <catch2/catch.hpp>

using simt::IssueSlots;

TEST_CASE("issue slots: single instructions leave the next cycle free") {
  IssueSlots slots;
  for (std::uint64_t now = 5; now < 9; ++now) {
    CHECK(slots.free_at() <= now);
    slots.take(now, 1, 4);
  }
}

TEST_CASE("issue slots: an expansion spreads over its latency") {
  IssueSlots slots;
  slots.take(10, 18, 65);
  CHECK(slots.free_at() <= 11);
  slots.take(11, 18, 65);
  slots.take(12, 18, 65);
  CHECK(slots.free_at() <= 13);  // 54 slots within 65 cycles
  slots.take(13, 18, 65);
  CHECK(slots.free_at() == 17);  // 10 + 4 * 18 - 65
  slots.take(17, 1, 4);
  CHECK(slots.free_at() == 18);
}

TEST_CASE("issue slots: cycles in which nobody issues pay for them") {
  IssueSlots slots;
  slots.take(10, 18, 8);
  CHECK(slots.free_at() == 20);
  slots.take(100, 1, 4);
  CHECK(slots.free_at() <= 101);
  slots.take(101, 10, 4);
  CHECK(slots.free_at() == 107);
}
