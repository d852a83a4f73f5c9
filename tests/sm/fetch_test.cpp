// When lines of instructions arrive: what a launch brings, what is asked for ahead, what a jump
// costs.
#include "sim/sm/parts/fetch.h"

#include <catch2/catch.hpp>

namespace simt {
namespace {

constexpr std::uint64_t kLine = 128;  // bytes

// Room for 16 lines in the first level and 64 in the second.
ArchConfig small_caches() {
  ArchConfig arch;
  arch.instruction = {.l1_bytes = 16 * kLine,
                      .ways = 4,
                      .l15_bytes = 64 * kLine,
                      .l15_latency = 50,
                      .l15_interval = 20,
                      .l2_latency = 240,
                      .l2_interval = 25,
                      .lines_ahead = 4,
                      .launch_bytes = 32 * kLine,
                      .launch_latency = 180};
  return arch;
}

// Lines [from, to) by a warp that needs `cycles` for each: when the last was there.
std::uint64_t straight(InstructionFetch& fetch, std::uint64_t from, std::uint64_t to,
                       std::uint64_t now, std::uint64_t cycles) {
  std::uint64_t at = now;
  for (std::uint64_t line = from; line < to; ++line) at = fetch.fetch(line, at) + cycles;
  return at - cycles;
}

TEST_CASE(
    "fetch: the first line waits for the launch, the next follow at the second level's pace") {
  const ArchConfig arch = small_caches();
  InstructionFetch fetch(arch, 32);
  CHECK(fetch.fetch(0, 100) == 280);
  CHECK(fetch.fetch(1, 288) == 300);
  CHECK(fetch.fetch(2, 308) == 320);
  CHECK(straight(fetch, 3, 13, 328, 8) == 520);
}

TEST_CASE(
    "fetch: a line that was fetched is there at once, for as long as the first level has room") {
  const ArchConfig arch = small_caches();
  InstructionFetch fetch(arch, 32);
  straight(fetch, 0, 32, 0, 8);
  CHECK(fetch.fetch(31, 5000) == 5000);
  CHECK(fetch.fetch(0, 5000) == 5050);
}

TEST_CASE("fetch: beyond what the launch brings, lines ahead share one latency of L2") {
  const ArchConfig arch = small_caches();
  InstructionFetch fetch(arch, 200);
  CHECK(fetch.fetch(100, 1000) == 1240);
  // Four lines were asked for with it; the fifth only now.
  CHECK(straight(fetch, 101, 105, 1248, 8) == 1340);
  CHECK(fetch.fetch(105, 1348) == 1240 + 8 + 240);
  // Long straight code: the line that is needed and four more in 240 cycles.
  const std::uint64_t from = straight(fetch, 106, 121, 1496, 0);
  CHECK(straight(fetch, 121, 161, from, 0) - from == 40 / 5 * 240);
}

TEST_CASE("fetch: an interval that is longer than the shared latency decides") {
  ArchConfig arch = small_caches();
  arch.instruction.l2_interval = 80;
  InstructionFetch fetch(arch, 200);
  const std::uint64_t from = straight(fetch, 100, 121, 1000, 0);
  CHECK(straight(fetch, 121, 161, from, 0) - from == 40 * 80);
}

TEST_CASE("fetch: nothing is asked for after the end of the program") {
  const ArchConfig arch = small_caches();
  InstructionFetch fetch(arch, 40);
  CHECK(fetch.fetch(39, 1000) == 1240);
  CHECK(fetch.fetch(20, 1000) == 1260);  // not behind four more lines
}

}  // namespace
}  // namespace simt
