#include "sim/views/bank_words.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("one bank is named, several are counted") {
  constexpr LaneMask kAll = ~LaneMask{0};
  CHECK(asked_text({{7}, 32, kAll, kAll, 32}, Kind::Load, kAll) == "bank 7 is asked for 32 words");
  CHECK(asked_text({{0, 2, 4}, 2, kAll, 1, 2}, Kind::Store, kAll) ==
        "3 banks are asked for 2 words each");
  CHECK(asked_text({{0, 2}, 4, 0xffff, 1, 2}, Kind::Load, kAll) ==
        "2 banks are asked for 4 words each, by lanes 0-15");
  CHECK(asked_text({{0}, 9, 0x1ff, 0x1ff, 1}, Kind::Reduction, 0x1ff) == "bank 0 is asked 9 times");
}
