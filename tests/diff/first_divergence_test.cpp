// The first divergence of two runs, on paths made by hand.
#include <catch2/catch.hpp>

#include "sim/assembler/issue_info.h"
#include "sim/diff/first_divergence.h"
#include "sim/exec/executor.h"
#include "sim/exec/outcome.h"

using namespace simt;
using namespace simt::diff;

namespace {

// One instruction a line: pc i stands on line i + 1.
Program program(unsigned lines) {
  Program p;
  p.text.lines.resize(lines);
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
  static const IssueInfo cost{};
  Outcome outcome;
  for (const auto& [pc, lanes] : steps) {
    outcome.clear(lanes);
    record.on_issue({0, {warp.sm, 1}, warp, {}, pc, cost}, outcome, state);
  }
}

constexpr LaneMask kAll = ~LaneMask{0};
const WarpId kFirst{0, 0, 0}, kSecond{1, 0, 1};

}  // namespace

TEST_CASE("the same paths do not diverge, whatever the order of the warps") {
  const Program p = program(4);
  PathRecord a, b;
  go(a, kFirst, {{0, kAll}, {1, 3}});
  go(a, kSecond, {{0, kAll}});
  go(b, kSecond, {{0, kAll}});
  go(b, kFirst, {{0, kAll}, {1, 3}});
  CHECK_FALSE(first_divergence({p, a}, {p, b}, same_lines(4)));
}

TEST_CASE("other lanes at the same line are a divergence") {
  const Program p = program(4);
  PathRecord a, b;
  go(a, kFirst, {{0, kAll}, {1, 3}, {2, 3}});
  go(b, kFirst, {{0, kAll}, {1, ~LaneMask{3}}, {2, 3}});
  go(a, kSecond, {{0, kAll}});
  go(b, kSecond, {{0, kAll}});
  const auto divergence = first_divergence({p, a}, {p, b}, same_lines(4));
  REQUIRE(divergence);
  CHECK(divergence->common == 1);
  CHECK(divergence->last->pc == 0);
  CHECK(divergence->next_a->path == 3);
  CHECK(divergence->next_b->path == ~LaneMask{3});
  CHECK(divergence->warps_diverging == 1);
  CHECK(divergence->warps == 2);
}

TEST_CASE("lines that moved are the same lines") {
  const Program a = program(3), b = program(4);
  PathRecord path_a, path_b;
  go(path_a, kFirst, {{0, kAll}, {1, kAll}, {2, kAll}});
  go(path_b, kFirst, {{1, kAll}, {2, kAll}, {0, kAll}});
  const auto divergence =
      first_divergence({a, path_a}, {b, path_b}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  REQUIRE(divergence);
  CHECK(divergence->common == 2);
}

TEST_CASE("a warp that ends earlier diverges, one that was cut off does not") {
  const Program p = program(4);
  PathRecord a, b;
  go(a, kFirst, {{0, kAll}, {1, kAll}});
  go(b, kFirst, {{0, kAll}});
  const auto divergence = first_divergence({p, a}, {p, b}, same_lines(4));
  REQUIRE(divergence);
  CHECK_FALSE(divergence->next_b);
  CHECK_FALSE(first_divergence({p, a}, {p, b, true}, same_lines(4)));
  PathRecord first_step(1);
  go(first_step, kFirst, {{0, kAll}, {1, kAll}});
  CHECK_FALSE(first_step.complete());
  CHECK_FALSE(first_divergence({p, a}, {p, first_step}, same_lines(4)));
}
