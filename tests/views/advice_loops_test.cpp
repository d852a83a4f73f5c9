// Advice on loops that lanes leave for more than one reason, and on ones that are unrolled
// (tests/views/advice/loops.cu).
#include "tests/views/advice_run.h"

using namespace simt;
using Catch::Matchers::Contains;

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

TEST_CASE("advice: where a loop is unrolled already, its rounds can be split") {
  const auto of = [](const char* kernel, const char* grid) {
    return Ran({kernel,
                grid,
                "128",
                {"f32[262144]=random(1,0,1)", "f32[512]=random(2,0,1)", "f32[512]=zero", "s32:512",
                 "s32:512"},
                "loops"},
               true);
  };
  const Ran ran = of("columns", "4");
  const Advice* const told = ran.about("long scoreboard");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Contains("The rounds of the loop split over several threads or blocks") &&
                             !Contains("load ahead"));
  const auto gain = [&](const Ran& other) {
    return 100 * (1 - static_cast<double>(other.run.cycles_elapsed) /
                          static_cast<double>(ran.run.cycles_elapsed));
  };
  const double split = gain(of("columns_split", "64")),
               unrolled = gain(of("columns_unrolled", "4"));
  INFO("promised " << told->gain << ", split " << split << ", unrolled " << unrolled);
  CHECK(unrolled < split / 4);
  CHECK(told->gain >= split);
  CHECK(told->gain <= 2 * split);
}

TEST_CASE("advice: a loop that stores to one place in all of its rounds") {
  const std::string words = "each round of the loop stores to the same place in global memory";
  const auto of = [](const char* kernel) {
    return Ran(
        {kernel,
         "320",
         "256",
         {"f32[327680]=random(1,0,1)", "f32[64]=random(2,0,1)", "f32[327680]=zero", "s32:64"},
         "rounds"},
        true);
  };
  const Ran ran = of("column_sums"), mended = of("column_sums_mended");
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO(ran.titles() << "brought " << brought);
  const Advice* const told = ran.about(words);
  REQUIRE(told != nullptr);
  CHECK(told == &ran.advice.front());
  CHECK(told->kind == GainKind::AtMost);
  CHECK(brought > 30);
  CHECK(told->gain >= brought - 1);
  for (const char* other : {"column_sums_mended", "scaled", "in_turns"}) {
    INFO(other);
    CHECK(of(other).about(words) == nullptr);
  }
}
