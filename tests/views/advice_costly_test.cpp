// Advice on operators and functions that stand for many instructions
// (tests/views/advice/costly.cu).
#include "advice_case.h"
#include "tests/views/advice_run.h"

using namespace simt;

namespace {

/// Machine code of four lines of CUDA C++ that executes each instruction 100 times.
struct Divisions : Case {
  Divisions() {
    program.machine.emplace();
    for (std::size_t pc = 0; pc < 4; ++pc) {
      program.code[pc].kind = Kind::Alu;
      program.code[pc].debug_line = static_cast<std::uint32_t>(pc + 1);
      run.lines[pc] = {};
      run.lines[pc].executed = 100;
    }
    program.debug.lines = {{1, 17, 0}, {1, 17, 0}, {1, 18, 0}, {1, 18, 0}};
    program.text.lines[2] = "I2F.RP R1, R2 ;";
    program.text.lines[3] = "IMAD.HI.U32 R3, R4, R5, RZ ;";
    program.text.lines[4] = "I2F.RP R6, R7 ;";
    program.text.lines[5] = "IMAD.HI.U32 R8, R9, R10, RZ ;";
    run.counters[Stall::wait] = 0;
    for (std::size_t pc = 0; pc < 4; ++pc) {
      run.lines[pc].stall[static_cast<std::size_t>(Stall::wait)] = 40;
      run.counters[Stall::wait] += 40;
    }
  }
};

}  // namespace

TEST_CASE("advice: divisions of floats are told with what they cost") {
  const auto of = [](const char* kernel) {
    return Ran({kernel, "80", "256", {"f32[20480]=random(1,0,1)", "f32[20480]=zero"}, "costly"},
               true);
  };
  check_first(of("running_mean"), "divisions of floats", of("running_mean_mended"));
}

TEST_CASE(
    "advice: divisions by one warp of a block take the launch's time, and so do rare values") {
  const auto of = [](const char* kernel) {
    return Ran({kernel, "64", "256", {"f32[16384]=random(1,0,1)", "f32[64]=zero"}, "costly"}, true);
  };
  const Ran ran = of("row_variance");
  check_first(ran, "divisions of floats", of("row_variance_mended"));
  CHECK_THAT(ran.advice.front().text, Contains("320 of their executions call for rare values"));
}

TEST_CASE("advice: a power is as long as what its line has for it") {
  const auto of = [](const char* kernel) {
    return Ran({kernel,
                "80",
                "256",
                {"f32[20480]=random(1,0.999,1.001)", "f32[20480]=zero", "s32:64"},
                "costly"},
               true);
  };
  check_first(of("growths"), "powers (powf)", of("growths_mended"));
}

TEST_CASE("advice: one costly operation on several lines is one piece of advice") {
  const Advice told = Divisions().only("divisions or remainders of integers");
  CHECK(told.line == 4);
  CHECK(told.further == std::vector<unsigned>{6});
  CHECK_THAT(told.title, Contains("400 of 400 warp instructions"));
  CHECK_THAT(told.text, Contains("2 lines have such; the figures are for all."));
}

TEST_CASE("advice: constants by lane of one line are one piece of advice, with their sums") {
  Case c;
  c.program.code[0].debug_line = c.program.code[1].debug_line = 1;
  for (std::size_t pc = 0; pc < 3; ++pc) {
    c.run.lines[pc] = {};
    c.run.lines[pc].executed = 100;
    c.run.lines[pc].constant_passes = pc == 2 ? 900 : 800;
  }
  const std::vector<Advice> told = c.about("lanes read different constants");
  REQUIRE(told.size() == 2);
  CHECK_THAT(told[0].text, Contains("200 loads take 1,600 passes"));
  CHECK(told[0].packs == std::vector<Pc>{0, 1});
  CHECK(told[0].further == std::vector<unsigned>{4});
  CHECK_THAT(told[1].text, Contains("100 loads take 900 passes"));
}

TEST_CASE("advice: what cheaper sines gain by themselves, where other advice has most of it") {
  const auto of = [](const char* kernel) {
    return Ran({kernel,
                "320",
                "256",
                {"s32[81920]=random(3,0,3)", "f32[81920]=random(1,0,10)", "f32[81920]=zero"},
                "sines"},
               true);
  };
  const Ran ran = of("sines"), mended = of("fast_sines");
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  const Advice* const told = ran.about("sines or cosines");
  INFO(ran.titles() << "brought " << brought);
  REQUIRE(told != nullptr);
  const std::string words = "where this alone is followed, at most ";
  const auto at = told->text.find(words);
  REQUIRE(at != std::string::npos);
  const double alone = std::stod(told->text.substr(at + words.size()));
  INFO("told " << told->gain << ", alone " << alone);
  CHECK(told->gain < brought - 2);
  CHECK(alone >= brought - 2);
  CHECK(alone <= 1.5 * brought);
}
