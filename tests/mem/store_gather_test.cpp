// Stores of an SM on their way out, at exact cycles: which go with an earlier one, which find their
// line closed.
#include "sim/mem/store_gather.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {

/// A line waits 10 cycles, takes 2 and 1 for each sector, and is found again 7 cycles later; two
/// wait for the way out; stores hold nothing up.
StoreGathering round_gathering() {
  return {.wait_cycles = 10,
          .lines = 16,
          .leaving_lines = 2,
          .line_cycles = 2,
          .sector_cycles = 1,
          .closed_cycles = 7,
          .store_cycles = 0,
          .store_sector_cycles = 0,
          .lines_per_clock = 4};
}

enum class Finds { NoWrite, Write, Closed };

struct Rig {
  explicit Rig(const StoreGathering& c = round_gathering()) : config(c), gather(config) {}

  /// A store of one sector of each line; what the last of them finds.
  Finds store(std::uint64_t at, std::initializer_list<std::uint64_t> lines) {
    gather.enter(at, static_cast<unsigned>(lines.size()));
    StoreGather::Place place;
    for (const std::uint64_t line : lines) place = gather.store(line, 0b0001);
    if (place.closed) return Finds::Closed;
    return place.along != 0 ? Finds::Write : Finds::NoWrite;
  }
  StoreGathering config;
  StoreGather gather;
};

}  // namespace

TEST_CASE("gather: a line waits for further stores from the latest one on") {
  Rig rig;
  CHECK(rig.store(100, {1}) == Finds::NoWrite);
  CHECK(rig.store(109, {1}) == Finds::Write);
  CHECK(rig.store(118, {1}) == Finds::Write);
  CHECK(rig.store(128, {1}) == Finds::Closed);  // it went out at 128
}

TEST_CASE("gather: a line is closed until some cycles after it has left") {
  const std::uint64_t at = GENERATE(110u, 113u, 119u, 120u);
  Rig rig;
  rig.store(100, {1});  // goes at 110, has left at 113
  CHECK(rig.store(at, {1}) == (at < 120 ? Finds::Closed : Finds::NoWrite));
}

TEST_CASE("gather: a store to a closed line starts to wait anew") {
  Rig rig;
  rig.store(100, {1});
  CHECK(rig.store(112, {1}) == Finds::Closed);
  CHECK(rig.store(121, {1}) == Finds::Write);
  CHECK(rig.store(131, {1}) == Finds::Closed);
}

TEST_CASE("gather: only the sectors that the write has go along, then it has the others too") {
  Rig rig;
  rig.gather.enter(100, 1);
  CHECK(rig.gather.store(1, 0b0001).along == 0);
  rig.gather.enter(101, 2);
  CHECK(rig.gather.store(1, 0b0011).along == 0b0001);
  rig.gather.enter(102, 4);
  CHECK(rig.gather.store(1, 0b1110).along == 0b0010);
  rig.gather.enter(103, 4);
  CHECK(rig.gather.store(1, 0b1111).along == 0b1111);
  // Four sectors leave in 6 cycles, from 113 on.
  CHECK(rig.store(125, {1}) == Finds::Closed);
}

TEST_CASE("gather: lines leave one after the other, two wait behind the one that leaves") {
  // All have waited at 110: 1 leaves until 113, 2 until 116, 3 until 119; 2 and 3 are closed at
  // once, 4 when 2 starts to leave.
  const auto at_112 = [](std::uint64_t line) {
    Rig rig;
    rig.store(100, {1, 2, 3, 4});
    return rig.store(112, {line});
  };
  CHECK(at_112(1) == Finds::Closed);
  CHECK(at_112(2) == Finds::Closed);
  CHECK(at_112(3) == Finds::Closed);
  CHECK(at_112(4) == Finds::Write);
  const auto second_at = [](std::uint64_t at) {
    Rig rig;
    rig.store(100, {1, 2, 3, 4});
    return rig.store(at, {2});
  };
  CHECK(second_at(122) == Finds::Closed);
  CHECK(second_at(123) == Finds::NoWrite);
}

TEST_CASE("gather: four lines of a store are looked up at once") {
  const std::uint64_t line = GENERATE(1u, 4u, 5u, 8u);
  StoreGathering config = round_gathering();
  config.leaving_lines = 16;  // all are closed when they have waited
  Rig rig(config);
  rig.store(100, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(rig.store(110, {line}) == (line < 5 ? Finds::Closed : Finds::Write));
}

TEST_CASE("gather: while a store is taken in, no line starts to leave") {
  StoreGathering config = round_gathering();
  config.store_cycles = 5;
  config.store_sector_cycles = 1;
  Rig rig(config);
  rig.store(100, {1});
  rig.store(109, {2});                          // until 115
  CHECK(rig.store(114, {1}) == Finds::Closed);  // waits for the way out since 110
  Rig later(config);
  later.store(100, {1});
  later.store(109, {2});
  CHECK(later.store(124, {1}) == Finds::Closed);  // 115, 118, 125
  Rig latest(config);
  latest.store(100, {1});
  latest.store(109, {2});
  CHECK(latest.store(125, {1}) == Finds::NoWrite);
}

TEST_CASE("gather: one line too many pushes the oldest out") {
  StoreGathering config = round_gathering();
  config.lines = 3;
  Rig rig(config);
  rig.store(100, {1, 2, 3});
  CHECK(rig.store(101, {1}) == Finds::Write);
  rig.store(102, {4});
  CHECK(rig.store(103, {2}) == Finds::Write);
  CHECK(rig.store(103, {1}) == Finds::Closed);  // and pushes 2 out
  CHECK(rig.store(104, {3}) == Finds::Write);
  CHECK(rig.store(104, {2}) == Finds::Closed);
}

TEST_CASE("gather: lines that share a place in its table are kept apart") {
  Rig rig;
  for (std::uint64_t line = 0; line < 1000; ++line) {
    REQUIRE(rig.store(20 * line, {line}) == Finds::NoWrite);
    REQUIRE(rig.store(20 * line + 1, {line}) == Finds::Write);
  }
}

TEST_CASE("gather: sub-partitions whose stores come in turn share the lines that can wait") {
  const unsigned among = GENERATE(1u, 2u, 4u);
  Rig rig;
  const auto store = [&](std::uint64_t line, std::uint8_t of) {
    rig.gather.enter(100, 1);
    return rig.gather.store(line, 0b0001, {of, among});
  };
  for (std::uint64_t line = 1; line <= 4; ++line) store(line, 0);
  for (std::uint64_t line = 11; line <= 14; ++line) store(line, 1);
  store(5, 0);  // its fifth: with four in turn it has room for four of the sixteen
  CHECK(store(5, 0).along != 0);
  CHECK((store(1, 0).along != 0) == (among < 4));
  CHECK(store(14, 1).along != 0);
}

TEST_CASE("gather: lines of several sub-partitions are not counted as those of one") {
  const bool shared = GENERATE(false, true);
  Rig rig;
  const auto store = [&](std::uint64_t line, std::uint8_t of) {
    rig.gather.enter(100, 1);
    return rig.gather.store(line, 0b0001, {of, 4});
  };
  for (std::uint64_t line = 1; line <= 4; ++line) store(line, 0);
  if (shared)
    for (std::uint64_t line = 1; line <= 4; ++line) store(line, 1);
  for (std::uint64_t line = 5; line <= 8; ++line) store(line, 0);
  CHECK((store(1, 0).along != 0) == shared);
}

TEST_CASE("gather: a line that waits takes along the stores of any sub-partition") {
  Rig rig;
  rig.gather.enter(100, 1);
  rig.gather.store(1, 0b0001, {0, 4});
  CHECK(rig.gather.store(1, 0b0001, {3, 4}).along == 0b0001);
}
