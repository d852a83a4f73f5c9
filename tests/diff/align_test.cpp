// Lines of two texts side by side.
#include <catch2/catch.hpp>

#include "sim/diff/align.h"

using namespace simt::diff;
using Lines = std::vector<std::string>;
using Pairs = std::vector<LinePair>;

TEST_CASE("equal lines are paired, others stand alone in order") {
  CHECK(align(Lines{"a", "b", "c"}, Lines{"a", "x", "c"}) == Pairs{{1, 1}, {2, 0}, {0, 2}, {3, 3}});
  CHECK(align(Lines{"a", "b"}, Lines{"a", "n", "b"}) == Pairs{{1, 1}, {0, 2}, {2, 3}});
  CHECK(align(Lines{"a", "b", "c", "d"}, Lines{"b", "d"}) == Pairs{{1, 0}, {2, 1}, {3, 0}, {4, 2}});
  CHECK(align({}, Lines{"a"}) == Pairs{{0, 1}});
  CHECK(align({}, {}).empty());
}

TEST_CASE("the longest sequence is found, not the first match") {
  // Pairing the first x of b with that of a would lose y and z.
  const Pairs pairs = align(Lines{"y", "z", "x", "e"}, Lines{"x", "y", "z", "f"});
  CHECK(pairs == Pairs{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 0}, {0, 4}});
}

TEST_CASE("texts that repeat themselves are paired without overlap") {
  CHECK(align(Lines{"a", "a", "a"}, Lines{"a", "a"}) == Pairs{{1, 1}, {2, 2}, {3, 0}});
}

TEST_CASE("comments and blanks make no difference") {
  CHECK(bare("    add.u32\t%a,  %b, 1;   // one more\r") == "add.u32 %a, %b, 1;");
  CHECK(bare("  // nothing") == "");
}
