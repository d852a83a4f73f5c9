// What a launch costs the host beyond its instructions: the same however many are pending.
#include <catch2/catch.hpp>
#include <ctime>

#include "tests/program/rig.h"

using namespace simt;
using namespace simt::program;

namespace {

/// Processor time of `count` launches that are all pending when the host waits, by launch.
double seconds_a_launch(unsigned count) {
  Rig rig;
  // The host's first touch of 6,000 results would be measured: those of 300 fit where others were.
  rig.keep_results = false;
  const std::uint64_t x = rig.word(0);
  const std::clock_t begin = std::clock();
  for (unsigned i = 0; i < count; ++i) rig.gpu.launch(rig.gpu.default_stream(), rig.step(x, 1, 1));
  rig.gpu.synchronize();
  const std::clock_t end = std::clock();
  REQUIRE(rig.value(x) == count);
  REQUIRE(rig.launches.size() == count);
  return static_cast<double>(end - begin) / CLOCKS_PER_SEC / count;
}

}  // namespace

TEST_CASE("a launch costs the host the same, be 300 or 6,000 pending") {
  seconds_a_launch(300);  // warm
  // Looking at all that are pending for each of them would make it 20 times as much.
  CHECK(seconds_a_launch(6000) < 4 * seconds_a_launch(300));
}

TEST_CASE("a kernel that waits for many streams begins when the last of them is done") {
  Rig rig;
  const std::uint64_t x = rig.word(0);
  std::vector<Event> events(50);
  Stream& last = rig.gpu.create_stream(false);
  std::vector<std::uint64_t> words;
  for (unsigned i = 0; i < events.size(); ++i) {
    Stream& stream = rig.gpu.create_stream(false);
    words.push_back(rig.word(0));
    rig.gpu.launch(stream, rig.slow(words.back(), 100 + 10 * ((i * 7) % 50)));
    rig.gpu.record(stream, events[i]);
    rig.gpu.wait_for(last, events[i]);
  }
  rig.gpu.launch(last, rig.step(x, 1, 5));
  rig.gpu.synchronize(last);
  REQUIRE(rig.launches.size() == events.size() + 1);
  for (std::size_t i = 0; i + 1 < rig.launches.size(); ++i)
    CHECK(rig.launches[i].end_ns <= rig.launches.back().start_ns);
  CHECK(rig.value(x) == 5);
}
