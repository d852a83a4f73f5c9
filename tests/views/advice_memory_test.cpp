// Advice on loads of global memory (tests/views/advice/memory.cu).
#include "sim/views/text.h"
#include "tests/views/advice_run.h"

using namespace simt;

namespace {

Ran gather(const char* kernel, const std::string& bodies) {
  return Ran(
      {kernel, "256", "256", {bodies, "s32[65536]=random(2,0,65536)", "f32[65536]=zero"}, "memory"},
      true);
}

}  // namespace

TEST_CASE("advice: fields of gathered structures are brought by wide loads") {
  const Ran ran = gather("bodies", "f32[524288]=random(1,0,1)");
  const Ran mended = gather("bodies_mended", "f32[524288]=random(1,0,1)");
  const Advice* const told = ran.about("8 global loads where 2 of 16 bytes would do");
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO("promised " << told->gain << ", brought " << brought);
  CHECK(told->gain >= brought / 2);
  CHECK(told->gain <= brought * 1.5);
  CHECK_THAT(told->text, Catch::Matchers::Contains("float4"));
}

TEST_CASE("advice: no wide loads of structures whose size they do not divide") {
  CHECK(gather("points", "f32[196608]=random(1,0,1)").about("bytes would do") == nullptr);
}

TEST_CASE("advice: elements that lanes have in common need no sector for each lane") {
  const Ran ran({"table",
                 "80",
                 "256",
                 {"f32[64]=random(1,0,1)", "f32[20480]=random(2,0,1)", "f32[20480]=zero"},
                 "memory"},
                true);
  INFO(ran.titles());
  const Advice* const told = ran.about("global load touches 8 sectors where 1 would do");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Catch::Matchers::Contains("32 lanes load 8 different elements"));
}

TEST_CASE("advice: a block combines what it counts in all of its rounds") {
  const auto of = [](const char* kernel) {
    return Ran({kernel,
                "40",
                "256",
                {"s32[163840]=random(1,0,16)", "s32[64]=zero", "s32:163840"},
                "memory"},
               true);
  };
  const Ran ran = of("counts"), mended = of("counts_mended");
  INFO(ran.titles());
  const Advice* const told = ran.about("lanes update one word of global memory");
  REQUIRE(told != nullptr);
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO("promised " << told->gain << ", brought " << brought);
  CHECK(told->kind == GainKind::AtMost);
  CHECK(told->gain >= brought - 1);
}

TEST_CASE("advice: what stores find in L1 is not loaded again") {
  const Ran ran({"add_in_place", "40", "256", {"f32[10240]=zero", "s32:10240"}, "memory"}, true);
  REQUIRE_FALSE(ran.advice.empty());
  for (const Advice& a : ran.advice) {
    INFO(a.title);
    CHECK(a.text.find("from earlier loads") == std::string::npos);
  }
}

TEST_CASE("advice: loads of a part of each element touch the sectors of whole elements") {
  const auto of = [](const char* kernel, const char* type) {
    return Ran({kernel,
                "80",
                "256",
                {std::string(type) + "[40960]=iota(0,1)", "s32[20480]=zero"},
                "memory"},
               true);
  };
  const Ran ran = of("odd_numbers", "s64");
  INFO(ran.titles());
  CHECK(ran.about("global load touches") == nullptr);
  // Elements that are left out are another matter: 16 sectors where 8 would do, not 4.
  const Ran apart = of("odd_numbers_apart", "s64");
  INFO(apart.titles());
  const Advice* const told = apart.about("global load touches 16 sectors where 8 would do");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Catch::Matchers::Contains("16 bytes apart for elements of 8"));
}

TEST_CASE("advice: what a padding leaves counts the accesses that have no conflict yet") {
  const auto of = [](const char* kernel) {
    return Ran({kernel, "40", "32,8", {"f32[40960]=random(1,0,1)", "f32[40960]=zero"}, "memory"},
               true);
  };
  const Ran ran = of("border"), padded = of("border_padded");
  const Advice* const told = ran.about("bank conflict");
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  const std::uint64_t left = padded.run.counters[Counter::shared_ld_conflicts] +
                             padded.run.counters[Counter::shared_st_conflicts];
  CHECK(left > 0);
  CHECK_THAT(told->text, Catch::Matchers::Contains("With 1 word more after every 32 words"));
  CHECK_THAT(told->text, Catch::Matchers::Contains(grouped(left) + " of 39,680 conflicts remain"));
}

TEST_CASE("advice: padding of what is no word tells its size") {
  const Ran ran(
      {"vectors", "256", "64", {"f32[262144]=random(1,0,1)", "f32[16384]=zero"}, "memory"}, true);
  const Advice* const told = ran.about("bank conflict");
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text,
             Catch::Matchers::Contains("With 1 element more after every 8 elements of 16 bytes"));
}
