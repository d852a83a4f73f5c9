#include "sim/views/bank_words.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {

MemoryAccess access(Kind kind, LaneMask lanes = ~LaneMask{0}) {
  MemoryAccess a;
  a.kind = kind;
  a.lanes = lanes;
  return a;
}

}  // namespace

TEST_CASE("one bank is named, several are counted") {
  constexpr LaneMask kAll = ~LaneMask{0};
  CHECK(asked_text({{7}, 32, kAll, kAll, 32}, access(Kind::Load)) ==
        "bank 7 is asked for 32 words");
  CHECK(asked_text({{0, 2, 4}, 2, kAll, 1, 2}, access(Kind::Store)) ==
        "3 banks are asked for 2 words each");
  CHECK(asked_text({{0, 2}, 4, 0xffff, 1, 2}, access(Kind::Load)) ==
        "2 banks are asked for 4 words each, by lanes 0-15");
}

TEST_CASE("lanes of an atomic are serialized on one word, unless they are counted together") {
  MemoryAccess add = access(Kind::Reduction, 0x1ff);
  CHECK(asked_text({{0}, 9, 0x1ff, 0x1ff, 1}, add) == "bank 0 is asked 9 times");
  add.counts_lanes = true;
  CHECK(asked_text({{0}, 2, 0x1ff, 0x1ff, 2}, add) == "bank 0 is asked for 2 words");
}
