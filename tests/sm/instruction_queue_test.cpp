// When a memory instruction finds room in its sub-partition's queue.
#include "sim/sm/parts/instruction_queue.h"

#include <catch2/catch.hpp>

using simt::InstructionQueue;

TEST_CASE("an empty queue has room at once, up to its depth") {
  InstructionQueue queue(3);
  for (int i = 0; i < 3; ++i) {
    CHECK(queue.free_at() == 0);
    queue.enter(100);
  }
  CHECK(queue.free_at() == 100);
}

TEST_CASE("a full queue has room when its oldest entry leaves") {
  InstructionQueue queue(3);
  queue.enter(10);
  queue.enter(20);
  queue.enter(30);
  CHECK(queue.free_at() == 10);
  queue.enter(40);  // at 10 or later
  CHECK(queue.free_at() == 20);
  queue.enter(40);
  queue.enter(50);
  CHECK(queue.free_at() == 40);
}

TEST_CASE("a queue of one entry") {
  InstructionQueue queue(1);
  queue.enter(7);
  CHECK(queue.free_at() == 7);
  queue.enter(9);
  CHECK(queue.free_at() == 9);
}
