// Kernels of the kinds that people write (tests/views/advice/people.cu): what advice says of them.
#include "sim/views/warp_cycles.h"
#include "tests/views/advice_run.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

Launch people(std::string kernel, std::string grid, std::string block,
              std::vector<std::string> args) {
  return {std::move(kernel), std::move(grid), std::move(block), std::move(args), "people"};
}

Ran inserts() {
  return Ran(people("insert", "32", "256",
                    {"u32[20000]=random(1,1,8000)", "s32:20000", "u32[16384]=zero",
                     "u32[16384]=zero", "u32:16384", "u32[1]=zero"}),
             true);
}

}  // namespace

TEST_CASE("advice: a compare-and-swap that fails and goes on to another word tries nothing again") {
  const Ran ran = inserts();
  INFO(ran.titles());
  CHECK(ran.about("take turns") == nullptr);
  const Ran again(people("largest", "32", "256", {"f32[8192]=random(1,0,1)", "s32[1]=zero"}), true);
  INFO(again.titles());
  CHECK(again.about("take turns") != nullptr);
}

TEST_CASE("advice: lanes that do not come together after a loop") {
  const Ran ran = inserts();
  INFO(ran.titles());
  const Advice& first = ran.advice.front();
  CHECK_THAT(first.title, Contains("after this loop lanes go on one by one"));
  CHECK_THAT(first.text, Contains("__syncwarp() after this loop"));
  const Ran mended(people("insert_together", "32", "256",
                          {"u32[20000]=random(1,1,8000)", "s32:20000", "u32[16384]=zero",
                           "u32[16384]=zero", "u32:16384", "u32[1]=zero"}),
                   true);
  CHECK(mended.about("go on one by one") == nullptr);
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO("told " << first.gain << "%, brought " << brought << "%");
  CHECK(first.gain >= 0.8 * brought);
  CHECK(brought > 10);
}

TEST_CASE("advice: another shape of blocks only where nothing in the kernel follows it") {
  const auto text = [](const char* kernel, const char* block) {
    const Ran ran(people(kernel, "8,8", block, {"f32[40000]=zero", "f32[40000]=zero", "s32:192"}),
                  true);
    INFO(ran.titles());
    const Advice* const told = ran.about("global load");
    REQUIRE(told != nullptr);
    return told->text;
  };
  CHECK_THAT(text("turn16", "16,16"),
             Contains("Blocks are 16 threads wide, so a warp has 2 rows.") && !Contains("such as"));
  CHECK_THAT(text("turn24", "24,24"), Contains("a warp has parts of several rows.") &&
                                          !Contains("1 rows") && !Contains("such as"));
}

TEST_CASE("advice: rows shorter than the warp that has them") {
  const Ran ran(people("row_sums", "64", "128",
                       {"s32[257]=iota(0,4)", "f32[1100]=random(1,0,1)", "f32[256]=zero"}),
                true);
  INFO(ran.titles());
  const Advice* const told = ran.about("4 of 32 lanes work here: fewer lanes for each row");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Contains("With 4 lanes for each row a warp does 8 rows at a time."));
  CHECK(ran.about("branch splits warps") == nullptr);
  // All blocks run at once: fewer warps only get out of each other's way.
  double all = 0, others = 0;
  for (std::size_t i = 0; i < kNumStalls; ++i)
    all += static_cast<double>(ran.run.counters[static_cast<Stall>(i)]);
  for (const Stall stall : kForOthers) others += static_cast<double>(ran.run.counters[stall]);
  INFO(told->gain << "% of at most " << 100 * others / all << "%");
  CHECK(told->gain <= 100 * others / all);
}

TEST_CASE("advice: elements of a thread that follow each other are taken at once") {
  const Ran ran(people("own_four", "64", "128", {"f32[32768]=random(1,0,1)", "f32[8192]=zero"}),
                true);
  INFO(ran.titles());
  const Advice* const told = ran.about("global load");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Contains("a thread's own elements follow each other") &&
                             Contains("int4 or float4") && !Contains("structure"));
}

TEST_CASE("advice: an if without else costs its instructions, not what a warp waits for there") {
  const auto of = [](const char* keys) {
    return Ran(people("look_up", "8", "256",
                      {keys, "s32[2048]=random(2,0,2048)", "f32[2048]=random(3,0,1)",
                       "f32[2048]=zero", "s32:256"}),
               true);
  };
  const Ran mixed = of("s32[2048]=random(1,0,2048)"), sorted = of("s32[2048]=iota(0,1)");
  const double brought = 100 * (1 - static_cast<double>(sorted.run.cycles_elapsed) /
                                        static_cast<double>(mixed.run.cycles_elapsed));
  double told = 0;
  for (const Advice& a : mixed.advice)
    if (a.title.find("branch splits warps") != std::string::npos) told += a.gain;
  INFO(mixed.titles() << "told " << told << "%, brought " << brought << "%");
  CHECK(told <= std::max(0.0, brought) + 3);
}
