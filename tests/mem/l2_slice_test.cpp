// A slice of L2 at exact cycles: what it looks up, what waits for its data port, and closing; which
// slice a line lies in.
#include "sim/mem/l2_slice.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "sim/config/cache_line.h"
#include "sim/mem/l2_memory.h"

using namespace simt;

namespace {

void check(const L2Slice::Turn& turn, double looked_up, double data) {
  CHECK(turn.looked_up == looked_up);
  CHECK(turn.data == data);
}

}  // namespace

TEST_CASE("l2 slice: without a queue behind the tags it looks up what has the port") {
  L2Slice slice(0);
  check(slice.take(0, 100, 4), 100, 100);
  check(slice.take(0, 100, 4), 104, 104);
  check(slice.take(0, 120, 4), 120, 120);
}

TEST_CASE("l2 slice: it looks up at once what will have the port soon, and no more than that") {
  L2Slice slice(10);
  check(slice.take(0, 100, 8), 100, 100);
  check(slice.take(0, 100, 8), 100, 108);
  check(slice.take(0, 100, 8), 106, 116);
  check(slice.take(0, 100, 8), 114, 124);
  check(slice.take(0, 130, 8), 130, 132);
}

TEST_CASE("l2 slice: while it is closed it looks nothing up and its port begins with nothing") {
  L2Slice slice(10);
  slice.close(100, 150);
  check(slice.take(0, 90, 4), 90, 90);
  check(slice.take(0, 120, 4), 150, 150);
  check(slice.take(0, 120, 4), 150, 154);
}

TEST_CASE("l2 slice: what is looked up late may come upon a time when it is closed") {
  L2Slice slice(10);
  check(slice.take(0, 100, 30), 100, 100);
  slice.close(118, 160);
  check(slice.take(0, 100, 30), 160, 160);  // the port has room at 130, looked up at 120
}

TEST_CASE("l2 slices: the lines of a page are spread evenly, pages by chance") {
  constexpr std::uint64_t kPageLines = 4096 / kLineBytes;
  std::set<std::uint64_t> first;
  for (std::uint64_t page = 0; page < 64; ++page) {
    std::map<std::uint64_t, unsigned> lines_of_16, lines_of_94;
    for (std::uint64_t line = page * kPageLines; line < (page + 1) * kPageLines; ++line) {
      ++lines_of_16[spread_lines(line, 16)];
      ++lines_of_94[spread_lines(line, 94)];
    }
    CHECK(lines_of_94.size() == kPageLines);
    CHECK(lines_of_16.size() == 16);
    for (const auto& [slice, lines] : lines_of_16) CHECK(lines <= 3);
    first.insert(spread_lines(page * kPageLines, 94));
  }
  CHECK(first.size() > 40);  // 47 of 94 where each of 64 pages begins anywhere
}
