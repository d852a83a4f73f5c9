// The execution path of a warp in stretches, on steps made by hand.
#include "sim/diff/execution_path.h"

#include <catch2/catch.hpp>

using namespace simt;
using namespace simt::diff;

namespace {

constexpr LaneMask kAll = ~LaneMask{0};

// "1-3x2<2 4" : lines, rounds when there are several, where the last one was left. One instruction
// a line, pc i on line i + 1.
std::string told(const std::vector<std::pair<Pc, LaneMask>>& steps_taken) {
  Program p;
  p.code.resize(64);
  for (unsigned i = 0; i < 64; ++i) p.code[i].loc = {i + 1, 1};
  std::vector<Step> steps;
  for (const auto& [pc, lanes] : steps_taken) steps.push_back({pc, lanes, lanes});
  std::string out;
  std::uint64_t instructions = 0;
  for (const Stretch& s : execution_path(p, steps, 0)) {
    out += (out.empty() ? "" : " ") + std::to_string(s.first_line);
    if (s.last_line != s.first_line) out += "-" + std::to_string(s.last_line);
    if (s.rounds != 1) out += "x" + std::to_string(s.rounds);
    if (s.left_at != 0) out += "<" + std::to_string(s.left_at);
    instructions += s.instructions;
  }
  if (out.find(' ') != std::string::npos) CHECK(instructions <= steps.size());
  return out;
}

std::string told(const std::vector<Pc>& pcs) {
  std::vector<std::pair<Pc, LaneMask>> steps;
  for (const Pc pc : pcs) steps.push_back({pc, kAll});
  return told(steps);
}

}  // namespace

TEST_CASE("a loop is a stretch of its own: its head and its tail run once") {
  CHECK(told({0, 1, 2, 3}) == "1-4");
  CHECK(told({0, 1, 0, 1, 0, 1}) == "1-2x3");
  CHECK(told({0, 1, 2, 3, 2, 3, 2, 3, 4, 5}) == "1-2 3-4x3 5-6");
  CHECK(told({0, 1, 1, 1, 2}) == "1 2x3 3");
}

TEST_CASE("a loop that is left at its head has begun once more") {
  CHECK(told({0, 1, 2, 1, 2, 1, 3}) == "1 2-3x3<2 4");
}

TEST_CASE("loops in loops") {
  // 2-3 twice, 4, then all of it again
  CHECK(told({0, 1, 2, 1, 2, 3, 0, 1, 2, 1, 2, 3}) == "1 2-3x2 4 1 2-3x2 4");
}

TEST_CASE("other lanes begin a stretch") {
  CHECK(told({{0, 1}, {1, 1}, {2, 1}, {1, 1}, {2, 1}, {3, kAll}, {4, kAll}}) == "1 2-3x2 4-5");
  CHECK(told({{0, 1}, {1, 2}, {0, 1}, {1, 2}}) == "1 2 1 2");
}

TEST_CASE("a function that is called and returns is no loop") {
  CHECK(told({0, 1, 40, 41, 2, 3}) == "1-42 3-4");
}

TEST_CASE("the first stretches only") {
  std::vector<std::pair<Pc, LaneMask>> steps;
  for (unsigned i = 0; i < 30; ++i) steps.push_back({i, i % 2 + 1});
  CHECK(told(steps) == "1 2 3 4 5 6 7 8 9 10");
  std::vector<std::pair<Pc, LaneMask>> ends_in_loop(steps.begin(), steps.begin() + 9);
  for (const Pc pc : {10U, 11U, 12U, 11U, 12U}) ends_in_loop.push_back({pc, kAll});
  CHECK(told(ends_in_loop) == "1 2 3 4 5 6 7 8 9 11");
}
