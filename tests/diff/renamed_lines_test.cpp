// Lines that differ in the names of registers and labels alone.
#include <catch2/catch.hpp>

#include "sim/diff/renamed_lines.h"

using namespace simt::diff;
using Lines = std::vector<std::string>;

namespace {
std::vector<LinePair> paired(const Lines& a, const Lines& b) {
  return with_renamed(align(a, b), a, b);
}
}  // namespace

TEST_CASE("lines numbered anew after a line was added are paired") {
  const Lines a{"mov.u32 %r1, %tid.x;", "add.s32 %r2, %r1, 1;", "@%p1 bra $L__BB0_2;", "ret;"};
  const Lines b{"mov.u32 %r1, %tid.x;", "shl.b32 %r2, %r1, 2;", "add.s32 %r3, %r1, 1;",
                "@%p1 bra $L__BB0_4;", "ret;"};
  CHECK(paired(a, b) == std::vector<LinePair>{{1, 1}, {0, 2}, {2, 3}, {3, 4}, {4, 5}});
}

TEST_CASE("another operand is another line") {
  const Lines a{"mov.u32 %r1, %tid.x;", "mov.u32 %r2, %ctaid.x;", "add.s32 %r3, %r1, %r2;"};
  const Lines b{"mov.u32 %r1, %tid.x;", "mov.u32 %r2, %ctaid.x;", "add.s32 %r3, %r1, %r1;"};
  CHECK(paired(a, b) == std::vector<LinePair>{{1, 1}, {2, 2}, {3, 0}, {0, 3}});
}

TEST_CASE("a name stands for one other in the whole text") {
  const Lines a{"ld %f1, [%rd1];", "ld %f2, [%rd2];", "sub %f3, %f1, %f2;"};
  const Lines swapped{"ld %f4, [%rd4];", "ld %f5, [%rd5];", "sub %f6, %f5, %f4;"};
  CHECK(paired(a, swapped) == std::vector<LinePair>{{1, 1}, {2, 2}, {3, 0}, {0, 3}});
  const Lines renamed{"ld %f4, [%rd4];", "ld %f5, [%rd5];", "sub %f6, %f4, %f5;"};
  CHECK(paired(a, renamed) == std::vector<LinePair>{{1, 1}, {2, 2}, {3, 3}});
}

TEST_CASE("names that a person gave are part of the line") {
  const Lines a{"add.s32 %sum, %left, 1;"}, b{"add.s32 %sum, %right, 1;"};
  CHECK(paired(a, b) == std::vector<LinePair>{{1, 0}, {0, 1}});
}
