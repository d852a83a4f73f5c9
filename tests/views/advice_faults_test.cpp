// Kernels with one typical fault each: what advice says first, what it promises beside what the
// mended kernel takes, as machine code of sm_75 and as compiled PTX (tests/views/advice/faults.cu).
#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/views/what_if.h"
#include "tests/views/advice_run.h"

using namespace simt;
using Catch::Matchers::Contains;

TEST_CASE("advice: lanes that add to one float are told to combine, not that a loop is uneven") {
  const std::vector<std::string> args{"f32[32768]=random(1,0,1)", "f32[128]=zero"};
  const Ran mended({"one_sum_mended", "128", "256", args}, true);
  const Ran machine({"one_sum", "128", "256", args}, true);
  check_first(machine, "lanes that update one word", mended);
  CHECK(machine.about("lanes leave the loop") == nullptr);
  CHECK_THAT(machine.advice.front().text, Contains("within a warp by shuffles"));
  const Ran compiled({"one_sum", "128", "256", args}, false);
  INFO(compiled.titles());
  const Advice* const told = compiled.about("32 lanes update one word of sum");
  REQUIRE(told != nullptr);
  CHECK(compiled.about("lanes leave the loop") == nullptr);
}

TEST_CASE("advice: updates of few words of global memory") {
  const std::vector<std::string> args{"s32[131072]=random(1,0,1000000)", "s32[16]=zero"};
  for (const bool machine : {true, false})
    check_first(Ran({"bins", "512", "256", args}, machine), "lanes update one word of global",
                Ran({"bins_mended", "512", "256", args}, machine));
}

TEST_CASE("advice: an array of structures is one change, with what device memory saves") {
  const Launch launch{"move", "1024", "256", {"f32[2097152]=random(1,0,1)", "f32:0.1"}};
  const std::vector<std::string> apart{"f32[262144]=random(1,0,1)", "f32[262144]=random(2,0,1)",
                                       "f32:0.1"};
  for (const bool machine : {true, false}) {
    const Ran ran(launch, machine);
    const Advice* const told = ran.about("each global access (");
    INFO(ran.titles());
    REQUIRE(told != nullptr);
    CHECK_THAT(told->text, Contains("32 bytes apart for elements of 4"));
    CHECK(told->packs.size() == 3);
    const Ran mended({"move_mended", "1024", "256", apart}, machine);
    const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                          static_cast<double>(ran.run.cycles_elapsed));
    CHECK(told->gain >= brought / 1.5);
  }
}

TEST_CASE("advice: the last round of a row, not values, splits a warp") {
  const auto args = [](const char* columns) {
    return std::vector<std::string>{"f32[64000]=random(1,0,1)", "f32[128]=zero",
                                    std::string("s32:") + columns};
  };
  const Ran uneven({"row_sums", "128", "32", args("500")}, true);
  INFO(uneven.titles());
  const Advice* const told = uneven.about("last round");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Contains("no multiple of 32") && !Contains("sorting"));
  const Ran even({"row_sums", "125", "32", args("512")}, true);
  CHECK(even.about("last round") == nullptr);
  // Lanes that leave a loop one by one are another matter.
  const Ran triangle({"triangle", "40", "64", {"f32[64]=zero", "f32[2560]=zero"}}, true);
  INFO(triangle.titles());
  CHECK(triangle.about("last round") == nullptr);
  CHECK(triangle.about("lanes leave the loop at different times") != nullptr);
}

TEST_CASE("advice: a block whose size leaves warp slots empty is told which sizes fit") {
  const auto of = [](const char* grid, const char* block) {
    return Ran({"walk", grid, block, {"f32[92160]=random(1,0,92160)", "f32[92160]=zero", "s32:16"}},
               true);
  };
  const Ran ran = of("160", "576");
  INFO(ran.titles());
  const Advice* const told = ran.about("occupancy 56%, limited by the size of the block");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Contains("1 block of 18 warps fits into the 32 warp slots of an SM, and "
                                  "14 of these stay empty. Blocks of 512 or 1,024 threads fill 32 "
                                  "of 32."));
  CHECK(of("180", "512").about("occupancy") == nullptr);
}

TEST_CASE("advice: more warps are proposed only where there is room for them") {
  const std::vector<std::string> args{"f32[92160]=random(1,0,92160)", "f32[92160]=zero", "s32:16"};
  const auto wait = [&](const char* grid, const char* block) {
    const Ran ran({"walk", grid, block, args}, true);
    INFO(ran.titles());
    const Advice* const told = ran.about("long scoreboard");
    REQUIRE(told != nullptr);
    return told->text;
  };
  CHECK_THAT(wait("180", "512"), Contains("All warp slots of an SM are taken") &&
                                     Contains("unroll") && !Contains("ore resident warps"));
  CHECK_THAT(wait("60", "512"), Contains("More blocks (this grid has 60 for 40 SMs that hold 2 "
                                         "blocks each), or") &&
                                    !Contains("ore resident warps"));
  // 18 warps of 32 on each SM: others would come in only where blocks wait.
  CHECK_THAT(wait("40", "576"),
             Contains("run at once, so room for more of them is no help: loads") &&
                 !Contains("ore resident warps"));
  // Where SMs have no block at all, that is told of the launch.
  CHECK_THAT(wait("8", "512"), Contains(" Loads of several rounds of the loop before") &&
                                   !Contains("ore blocks") && !Contains("warp slots"));
}

TEST_CASE("advice: rows of narrow blocks, where indices wrap round") {
  const std::vector<std::string> args{"f32[65536]=zero", "f32[65536]=zero", "s32:256"};
  const Ran ran({"left_neighbour", "16,16", "16,16", args}, true);
  const Advice* const told = ran.about("global load");
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Contains("neighbours in") && Contains("blocks 32 wide (such as 32 x 8)") &&
                             !Contains("no fixed step"));
}

TEST_CASE("advice: all accesses to local memory together") {
  const std::vector<std::string> args{"f32[32768]=random(1,0,1)", "f32[32768]=zero"};
  for (const bool machine : {true, false})
    check_first(Ran({"own_table", "128", "256", args}, machine), "local memory is used",
                Ran({"own_table_mended", "128", "256", args}, machine));
}

TEST_CASE("advice: double precision on a device that is slow at it") {
  const std::vector<std::string> args{"f32[32768]=random(1,0,1)", "f32[32768]=zero"};
  for (const bool machine : {true, false})
    check_first(Ran({"growth", "128", "256", args}, machine), "double precision: warps wait for it",
                Ran({"growth_mended", "128", "256", args}, machine));
}

TEST_CASE("advice: divisions of integers, sines and powers are told with what they cost") {
  const std::vector<std::string> integers{"s32[65536]=random(1,0,1000)", "s32[65536]=zero",
                                          "s32:16"};
  const std::vector<std::string> floats{"f32[65536]=random(1,0,1)", "f32[65536]=zero"};
  const auto check = [](const std::string& kernel, const std::vector<std::string>& args,
                        const std::string& words, const std::string& remedy) {
    const Ran ran({kernel, "80", "256", args}, true);
    check_first(ran, words, Ran({kernel + "_mended", "80", "256", args}, true));
    CHECK_THAT(ran.advice.front().text, Contains(remedy));
    for (std::size_t i = 1; i < ran.advice.size(); ++i)
      CHECK_THAT(ran.advice[i].text, !Contains(remedy));
  };
  check("remainders", integers, "divisions or remainders of integers", "a power of two");
  check("angles", floats, "sines or cosines in full precision", "__sinf");
  check("powers", floats, "powers (powf)", "one multiplication by the base");
  // Double precision tells of its conversions itself.
  const Ran growth({"growth", "128", "256", {"f32[32768]=random(1,0,1)", "f32[32768]=zero"}}, true);
  CHECK(growth.about("conversions of float") == nullptr);
}

TEST_CASE("advice: of two sides the longer one is left where all warps run at once") {
  const std::vector<std::string> args{"f32[20480]=random(1,0,1)", "f32[20480]=zero"};
  check_first(Ran({"odd_and_even", "80", "256", args}, true), "branch splits warps",
              Ran({"odd_and_even_mended", "80", "256", args}, true));
}

TEST_CASE("advice: the waits of one loop are one change") {
  const std::vector<std::string> args{"f32[10240]=random(1,0,1)", "f32[10240]=zero",
                                      "f32[256]=random(2,0,1)"};
  const Ran ran({"one_chain", "80", "128", args}, true);
  check_first(ran, "warps' cycles: wait ", Ran({"one_chain_mended", "80", "128", args}, true));
  CHECK_THAT(ran.advice.front().title, Contains(", short scoreboard "));
  CHECK_THAT(ran.advice.front().text, Contains("Wait: fixed latency") &&
                                          Contains("Short scoreboard: shared or constant") &&
                                          Contains("unroll the loop"));
  CHECK(ran.titles().find("scoreboard") == ran.titles().rfind("scoreboard"));
}

TEST_CASE("advice: sums of doubles wait for the pipe in the time that the assembler counts") {
  const Ran ran({"columns",
                 "4",
                 "128",
                 {"f64[65536]=random(1,0,1)", "f64[128]=random(2,0,1)", "f64[512]=zero"}},
                true);
  const Ran mended({"columns_mended",
                    "4",
                    "128",
                    {"f32[65536]=random(1,0,1)", "f32[128]=random(2,0,1)", "f32[512]=zero"}},
                   true);
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO(ran.titles() << "brought " << brought);
  const Advice& first = ran.advice.front();
  CHECK_THAT(first.title, Contains("double precision: warps wait for it"));
  // Some of the wait is told of loads that stand between.
  CHECK(first.gain >= brought / 2);
  CHECK(first.gain <= brought);
}

TEST_CASE("advice: loads of single bytes are told of vector types") {
  const Ran ran({"halves", "80", "256", {"u8[163840]=random(1,0,200)", "u8[163840]=zero"}}, true);
  const Advice* const told = ran.about("long scoreboard");
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text, Contains("brings 1 byte for each lane") && Contains("uchar4"));
  // Words are as wide as the others' advice has them.
  for (const Advice& a :
       Ran({"columns_mended",
            "4",
            "128",
            {"f32[65536]=random(1,0,1)", "f32[128]=random(2,0,1)", "f32[512]=zero"}},
           true)
           .advice)
    CHECK_THAT(a.text, !Contains("vector type"));
}

TEST_CASE("advice: what limits by instructions is named in PTX") {
  const Ran ran(
      {"remainders", "256", "256", {"s32[65536]=random(1,0,1000)", "s32[65536]=zero", "s32:16"}},
      false);
  INFO(ran.titles());
  REQUIRE_FALSE(ran.advice.empty());
  CHECK_THAT(ran.advice.front().title, Contains("of issue slots used: limited by"));
  CHECK_THAT(ran.advice.front().text, Contains("An integer division or remainder"));
}

TEST_CASE("advice: one word for all lanes belongs in constant memory") {
  const Ran ran({"polynomial",
                 "256",
                 "256",
                 {"f32[65536]=random(1,0,1)", "f32[64]=random(2,0,1)", "f32[65536]=zero"}},
                true);
  check_first(
      ran, "load one word for all lanes",
      Ran({"polynomial_mended", "256", "256", {"f32[65536]=random(1,0,1)", "f32[65536]=zero"}},
          true));
  CHECK_THAT(ran.advice.front().text, Contains("__constant__"));
}

TEST_CASE("advice: loads that a store holds back") {
  const std::vector<std::string> args{"f32[40960]=random(1,0,1)", "f32[40960]=zero"};
  const Ran ran({"increments", "40", "64", args}, true);
  const Ran mended({"increments_mended", "40", "64", args}, true);
  const Advice* const told = ran.about("long scoreboard");
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  CHECK_THAT(told->text,
             Contains("takes no load ahead of the store of line ") && Contains("__restrict__"));
  for (const Advice& a : mended.advice) CHECK_THAT(a.text, !Contains("__restrict__"));
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO("brought " << brought);
  CHECK(told->kind == GainKind::AtMost);
  CHECK(told->gain >= brought);
  CHECK(told->gain <= 1.5 * brought);
}

TEST_CASE("advice: nothing hides the way to the first instruction and the first value") {
  const std::vector<std::string> args{"f32[327680]=random(1,0,1)", "f32[327680]=zero"};
  const Ran ran({"increments", "40", "256", args}, true);
  const Advice* const told = ran.about("long scoreboard");
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  const auto elapsed = static_cast<double>(ran.run.cycles_elapsed);
  double longest = 0;
  for (const SmResult& sm : ran.run.sms)
    longest = std::max(longest, static_cast<double>(sm.counters[Counter::sm_cycles_active]));
  const ArchConfig& arch = ran.session.arch();
  const double streams = arch.dram.bytes_per_second * arch.dram.efficiency;
  const auto bytes = static_cast<double>(ran.run.counters[Counter::dram_bytes_read]);
  const double moves = bytes / streams * 1e6 * arch.sm.clock_mhz;
  const double first = 180 + 188;  // launch_latency of all, l2.latency of a T4
  CHECK(told->gain <= 100 * (longest - moves - first) / elapsed);
}
