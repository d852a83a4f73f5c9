// What a stop marks: the instruction that it shows, and the one that the warp issues next. When it
// shows another warp than before, it says so.
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

TEST_CASE("marks: => is the next instruction, at the start and at every stop") {
  PromptRig s("if_else", "pascal");
  const std::string start = s.prompt.welcome();
  CHECK(has(start, "\n=>   22  "));
  CHECK_FALSE(has(start, "\n*"));
  CHECK(has(start, "=> is next"));
  const std::string first = s("step");
  CHECK(has(first, "warp 0   * issued  => next\n"));
  CHECK(has(first, "\n*    22  "));
  CHECK(has(first, "\n=>   23  "));
  CHECK(has(s("list"), "\n=>   23  "));
  CHECK_FALSE(has(s("list"), "\n*"));
}

TEST_CASE("marks: after a jump to a line that is not shown, only what was issued is marked") {
  PromptRig s("if_else", "pascal");
  const std::string jump = s("run-to 30");  // the side of line 32 goes next
  CHECK(has(jump, "\n*    30  "));
  CHECK(has(jump, "\n=>   32  "));
  const std::string branch = s("back 3");
  CHECK(has(branch, "\n*    27  "));
  CHECK(has(branch, "\n=>   28  "));
}

TEST_CASE("marks: several instructions of one line") {
  PromptRig s("micro/loop");
  CHECK(has(s("step"), "\n*=>  48  "));
  const std::string last = s("run-to 61");
  CHECK(has(last, "\n*    61  "));
  CHECK(has(last, "\n=>   62  "));
}

TEST_CASE("the focus: a stop that shows another warp says so") {
  PromptRig s(test::options_of({.kernel = "reduce_v2", .grid = "1"}));
  const auto warp = [&] { return s.stepper.event().id.warp; };
  const auto told = [&] { return "focus: warp " + std::to_string(warp()) + "\n"; };
  CHECK_FALSE(has(s("next"), "focus:"));  // warp 0 is in focus at the start
  std::string stop;
  for (int i = 0; i < 20 && warp() == 0; ++i) stop = s("step");
  REQUIRE(warp() != 0);
  CHECK(stop.starts_with(told()));
  CHECK_FALSE(has(s("where"), "focus:"));
  bool moved = false;
  for (const char* command : {"back", "goto 1", "run-to 60", "run-to 61", "next", "next"}) {
    const unsigned before = warp();
    stop = s(command);
    INFO(command << ": warp " << before << ", then " << warp());
    CHECK(stop.starts_with(told()) == (before != warp()));
    moved |= before != warp();
  }
  CHECK(moved);  // else none of this was tried
  s("focus warp 3");
  CHECK_FALSE(has(s("next"), "focus:"));  // asked for
}
