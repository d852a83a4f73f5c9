// The first place where two runs part, on ways made by hand.
#include <catch2/catch.hpp>

#include "sim/diff/parting.h"
#include "sim/exec/executor.h"
#include "sim/exec/outcome.h"

using namespace simt;
using namespace simt::diff;

namespace {

// One instruction a line: pc i stands on line i + 1.
Program program(unsigned lines) {
  Program p;
  p.source_lines.resize(lines);
  p.code.resize(lines);
  for (unsigned i = 0; i < lines; ++i) p.code[i].loc = {i + 1, 1};
  return p;
}

std::vector<LinePair> same_lines(unsigned lines) {
  std::vector<LinePair> out;
  for (unsigned i = 1; i <= lines; ++i) out.push_back({i, i});
  return out;
}

void go(PathRecord& record, const WarpId& warp, const std::vector<std::pair<Pc, LaneMask>>& steps) {
  static const WarpState state{};
  Outcome outcome;
  for (const auto& [pc, lanes] : steps) {
    outcome.clear(lanes);
    record.on_issue(0, warp, pc, outcome, state);
  }
}

constexpr LaneMask kAll = ~LaneMask{0};
const WarpId kFirst{0, 0, 0}, kSecond{1, 0, 1};

}  // namespace

TEST_CASE("the same ways do not part, whatever the order of the warps") {
  const Program p = program(4);
  PathRecord a, b;
  go(a, kFirst, {{0, kAll}, {1, 3}});
  go(a, kSecond, {{0, kAll}});
  go(b, kSecond, {{0, kAll}});
  go(b, kFirst, {{0, kAll}, {1, 3}});
  CHECK_FALSE(first_parting({p, a}, {p, b}, same_lines(4)));
}

TEST_CASE("other lanes at the same line are a parting") {
  const Program p = program(4);
  PathRecord a, b;
  go(a, kFirst, {{0, kAll}, {1, 3}, {2, 3}});
  go(b, kFirst, {{0, kAll}, {1, ~LaneMask{3}}, {2, 3}});
  go(a, kSecond, {{0, kAll}});
  go(b, kSecond, {{0, kAll}});
  const auto parting = first_parting({p, a}, {p, b}, same_lines(4));
  REQUIRE(parting);
  CHECK(parting->common == 1);
  CHECK(parting->last->pc == 0);
  CHECK(parting->next_a->path == 3);
  CHECK(parting->next_b->path == ~LaneMask{3});
  CHECK(parting->warps_parting == 1);
  CHECK(parting->warps == 2);
}

TEST_CASE("lines that moved are the same lines") {
  const Program a = program(3), b = program(4);
  PathRecord way_a, way_b;
  go(way_a, kFirst, {{0, kAll}, {1, kAll}, {2, kAll}});
  go(way_b, kFirst, {{1, kAll}, {2, kAll}, {0, kAll}});
  const auto parting = first_parting({a, way_a}, {b, way_b}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  REQUIRE(parting);
  CHECK(parting->common == 2);
}

TEST_CASE("a warp that ends earlier parts, one that was cut off does not") {
  const Program p = program(4);
  PathRecord a, b;
  go(a, kFirst, {{0, kAll}, {1, kAll}});
  go(b, kFirst, {{0, kAll}});
  const auto parting = first_parting({p, a}, {p, b}, same_lines(4));
  REQUIRE(parting);
  CHECK_FALSE(parting->next_b);
  CHECK_FALSE(first_parting({p, a}, {p, b, true}, same_lines(4)));
  PathRecord first_step(1);
  go(first_step, kFirst, {{0, kAll}, {1, kAll}});
  CHECK_FALSE(first_step.complete());
  CHECK_FALSE(first_parting({p, a}, {p, first_step}, same_lines(4)));
}
