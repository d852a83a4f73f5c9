// What advice on blocks, occupancy and sub-partitions promises beside what following it brings.
#include "tests/views/advice_gain.h"

using namespace simt;
using namespace simt::gains;

TEST_CASE("gain: work that falls on one sub-partition") {
  const auto some = [](const char* factor) {
    return Kernel{"tests/views/kernels/some_warps.ir", {std::string("factor u32 = ") + factor}};
  };
  check_at_most(some("8"), "sub-partitions", some("1"));
  const Ran one(some("8")), even(some("1"));
  CHECK(one.gain("sub-partitions") <= measured(one, some("1")) + 10);
  CHECK_THAT(one.about("sub-partitions").title, Contains("one of 4 sub-partitions issues 9"));
  for (const Advice& a : one.advice) CHECK_THAT(a.title, !Contains("issue slots"));
  CHECK(even.gain("sub-partitions") == 0);
  // A block of two warps on an SM, one of which has the work: nobody else is on its scheduler.
  const Kernel lone{"tests/views/kernels/lone_warps.ir"};
  CHECK(Ran(lone).gain("sub-partitions") == 0);
  // Three warps on four schedulers do not get in each other's way.
  CHECK(Ran({"kernels/vector_add.ir", {}, 0, 96}).gain("sub-partitions") == 0);
}

TEST_CASE("gain: empty lanes") {
  const std::vector<std::string> args{"out f32[614400] = zero", "rounds u32 = 16"};
  check_expected({"kernels/sides_by_warp.ir", args, 12800, 48}, "empty lanes",
                 {"kernels/sides_by_warp.ir", args, 9600, 64});
}

TEST_CASE("gain: blocks that all run at once are not held back by what others would need") {
  const std::vector<std::string> args{"in f32[700000] = const(1)", "out f32[327680] = zero"};
  const Ran one({"kernels/occupancy_65.ir", args, 80});
  REQUIRE(one.run.launch.waves_per_sm == 1);
  CHECK(one.about("occupancy").kind == GainKind::Later);
  CHECK_THAT(one.about("occupancy").text, Contains("run at once as it is"));
  CHECK(Ran({"kernels/occupancy_65.ir", args, 160}).about("occupancy").kind == GainKind::AtMost);
}

TEST_CASE("gain: more blocks than SMs of a small launch stand after the kernel") {
  const Ran ran({"kernels/bank_column.ir"});
  REQUIRE(ran.advice.size() >= 3);
  CHECK_THAT(ran.advice[0].title, Contains("32-way bank conflict"));
  const Advice& blocks = ran.about("1 block for 80 SMs");
  CHECK(blocks.kind == GainKind::Open);
  CHECK(blocks.gain == 0);
  CHECK_THAT(blocks.text, Contains("take no longer") && Contains("where more blocks share"));
  CHECK(gain_text(blocks) == "Est. speedup: depends on the change");
  CHECK(ran.about("no instruction").kind == GainKind::Later);
}

TEST_CASE("gain: a few blocks in a last wave of their own") {
  const auto kernel = [](unsigned blocks) {
    return Kernel{"tests/views/kernels/rounds.ir", {}, blocks};
  };
  const unsigned places = 80 * 8;  // of 256 threads
  check_at_most(kernel(places + 1), "in a last wave of its own", kernel(places));
  const Ran one(kernel(places + 1));
  CHECK(one.about("last wave").title == "1 of 641 blocks runs in a last wave of its own");
  CHECK_THAT(one.about("last wave").text, Contains("at most 640 blocks"));
  for (const unsigned blocks : {places, places / 2, 2 * places - 1})
    for (const Advice& a : Ran(kernel(blocks)).advice) CHECK_THAT(a.title, !Contains("last wave"));
}
