// What an SM has under way: an entry has its time with the last answer that it waits for.
#include "sim/sm/load_store/completions.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("a completion is there when its last part is, at the latest of their times") {
  Completions all;
  CHECK(all.empty());
  const auto tag = all.open({.warp = 3, .parts = 2, .beyond = 5});
  CHECK_FALSE(all.empty());
  CHECK(all.answered(tag, 100, MemoryLevel::DeviceMemory) == nullptr);
  const Completion* const done = all.answered(tag, 80, MemoryLevel::L2);
  REQUIRE(done != nullptr);
  CHECK(done->warp == 3);
  CHECK(done->ready == 105);
  CHECK(done->level == MemoryLevel::DeviceMemory);
  CHECK(all.empty());
}

TEST_CASE("what is known already counts where it is later than the answers") {
  Completions all;
  const auto tag = all.open({.parts = 1, .ready = 300});
  CHECK(all.answered(tag, 100, MemoryLevel::L2)->ready == 300);
}

TEST_CASE("entries are used again, each for itself") {
  Completions all;
  const auto first = all.open({.pc = 1, .parts = 1});
  const auto second = all.open({.pc = 2, .parts = 1});
  CHECK(first != second);
  all.close(first);
  CHECK(all.open({.pc = 7, .parts = 1}) == first);
  CHECK(all[second].pc == 2);
  CHECK(all.answered(first, 9, MemoryLevel::L2)->pc == 7);
  CHECK_FALSE(all.empty());
}
