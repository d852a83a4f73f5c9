// Advice on loops that lanes leave for more than one reason (tests/views/advice/loops.cu).
#include "tests/views/advice_run.h"

using namespace simt;

TEST_CASE("advice: a branch costs no more than the visits to its loop in which it parts a warp") {
  const Ran ran({"run_lengths",
                 "64",
                 "256",
                 {"s8[16384]=random(1,0,4)", "s32[16384]=zero", "s32:16384"},
                 "loops"},
                true);
  INFO(ran.titles());
  // The limit parts one warp of 512, the values part nearly all.
  const Advice* const limit = ran.about("some lanes have no last round");
  if (limit != nullptr) CHECK(limit->gain < 0.5);
  const Advice* const values = ran.about("lanes leave the loop at different times");
  REQUIRE(values != nullptr);
  CHECK(values->gain > 3);
}
