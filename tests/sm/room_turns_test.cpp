// Sub-partitions that wait for room take turns.
#include "sim/sm/room_turns.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("room: who has had a turn leaves it to one that waits and comes later in the cycle") {
  RoomTurns turns;
  CHECK(turns.takes(0));
  CHECK(turns.takes(0));  // nobody waits
  for (int round = 0; round < 3; ++round) {
    turns.refused(0);
    turns.refused(2);
    CHECK_FALSE(turns.takes(0));
    CHECK(turns.takes(2));
    turns.refused(0);
    turns.refused(2);
    CHECK(turns.takes(0));  // the other one's was the last
  }
}

TEST_CASE("room: a turn is left once") {
  RoomTurns turns;
  CHECK(turns.takes(1));
  turns.refused(3);
  CHECK_FALSE(turns.takes(1));
  CHECK(turns.takes(1));  // the other one does not want it
  CHECK(turns.takes(1));
}

TEST_CASE("room: who comes first in the cycle has had its chance") {
  RoomTurns turns;
  CHECK(turns.takes(3));
  turns.refused(0);
  CHECK(turns.takes(3));
}
