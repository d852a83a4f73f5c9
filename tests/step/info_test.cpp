// The topics of info, why, and the width of pictures.
#include <sstream>

#include "sim/step/prompt/command_table.h"
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

TEST_CASE("every topic works at the start, in the middle, at the end and after a deadlock") {
  for (const char* kernel : {"reduce_v2", "spin_lock", "local_array", "constant_divergent"}) {
    PromptRig s(kernel, "pascal");
    for (const char* to : {"where", "step 7", "step 30", "c"}) {
      s(to);
      for (const Command& topic : CommandTable::topics()) {
        INFO(kernel << ", " << to << ", " << topic.name);
        CHECK(!s("info " + std::string(topic.name)).empty());
      }
      CHECK(!s("why").empty());
      CHECK(!s("list").empty());
    }
  }
}

TEST_CASE("why: a warp behind a busy unit names the stall reason that is counted") {
  SessionOptions options = test::options_of({.kernel = "micro/class_mix", .block = "1024"});
  options.overrides.kernel = "popc_ex2_4";
  PromptRig s(options);
  s("step 2000");
  std::string said;
  for (int i = 0; i < 300; ++i) {
    s("step");
    for (const char* warp : {"why 0", "why 4", "why 8"}) said += s(warp);
  }
  CHECK(has(said, "mio throttle: the SFU is busy"));
  CHECK_FALSE(has(said, "math pipe throttle: the SFU"));
}

TEST_CASE("in a pipe nothing is cut") {
  PromptRig s("bank_column");
  const std::string text = s("list 21");
  INFO(text);
  CHECK(has(text, "// data[tx][0], rows of 32 words\n"));
  PromptRig terminal(test::options_of({.kernel = "bank_column"}), PromptRig::narrow());
  CHECK(has(terminal("list 21"), "// data[tx][0], rows...\n"));
}

TEST_CASE("no stop is wider than a terminal") {
  for (const std::string& kernel : test::kernel_files()) {
    for (const char* arch : {"volta", "pascal"}) {
      PromptRig s(test::options_of({.kernel = kernel, .arch = arch}), PromptRig::narrow());
      for (int i = 0; i < 60 && !s.stepper.ended(); ++i) {
        std::istringstream lines(s("step") + s("why"));
        for (std::string line; std::getline(lines, line);) {
          INFO(kernel << ": " << line);
          CHECK(line.size() <= kColumns);
        }
      }
    }
  }
}

TEST_CASE("info shared shows elements as print does") {
  PromptRig s("../tests/step/shared_floats");
  s("run-to 24");
  CHECK(test::has(s("print tile[1]"), "tile[1] = 1.5"));
  const std::string text = s("info shared");
  INFO(text);
  CHECK(test::has(text, "tile                0.5    1.5    2.5"));
  CHECK(test::has(text, "tile+32             8.5    9.5"));
  CHECK(test::has(text, "tile+128              0      0\n"));
}

TEST_CASE("info banks: a warp that has accessed nothing yet has a place to run to") {
  PromptRig s("bank_column");
  s("step 2");
  const std::string text = s("info banks");
  INFO(text);
  CHECK(test::has(text, "the warp has not accessed memory yet"));
  CHECK(test::has(text, "the next access in the text is at line 23: 'run-to 23' goes there"));
  s("run-to 23");
  CHECK(test::has(s("info banks"), "shared store"));
}
