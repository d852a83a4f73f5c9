// Going back: back, reverse-next, reverse-continue.
#include <vector>

#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

TEST_CASE("back: N steps forward and N back, also from the end") {
  PromptRig s("if_else");
  s("step 5");
  const std::uint64_t at5 = s.digest();
  s("step 4");
  s("back 4");
  CHECK(s.digest() == at5);
  s("c");
  CHECK(s.stepper.ended());
  s("back");
  CHECK(s.stepper.event().on_sm == 15);
  CHECK(has(s("step"), "The kernel has finished"));
  CHECK(has(s("back 1000"), "At the start"));
  CHECK(s("back") == "This is the start already.\n");
}

TEST_CASE("back: an SM that comes into focus late is left where it was found") {
  PromptRig s("copy_stride");
  s("step 10");
  const std::uint64_t before = s.digest();
  s("focus sm 3");
  s("step 4");
  CHECK(s.stepper.event().id.sm == 3);
  CHECK(has(s("back 4"), "Back where the focus came to SM 3."));
  CHECK(s.digest() == before);
}

TEST_CASE("reverse-continue: to the breakpoint or change before, then to the start") {
  PromptRig s("reduce_v2");
  s("break 51 if warp == 3");
  s("watch data[0]");
  std::vector<std::uint64_t> stops, digests;
  for (int i = 0; i < 5; ++i) {
    s("c");
    stops.push_back(s.stepper.event().number);
    digests.push_back(s.digest());
  }
  const std::string counted = s("info breakpoints");
  for (std::size_t i = stops.size() - 1; i > 0; --i) {
    s(i % 2 == 0 ? "rc" : "reverse-continue");
    CHECK(s.stepper.event().number == stops[i - 1]);
    CHECK(s.digest() == digests[i - 1]);
  }
  const std::string start = s("rc");
  CHECK(has(start, "No breakpoint and no change before"));
  CHECK(has(start, "At the start"));
  CHECK(s("rc") == "This is the start already.\n");
  CHECK(s("info breakpoints") == counted);  // going back counts nothing
  s("c");
  CHECK(s.stepper.event().number == stops[0]);
  CHECK(!s.error("rc 2").empty());
}

TEST_CASE("reverse-continue: says why, as the stop forward did, also from the end of the run") {
  PromptRig s("bank_column");
  s("break 25");
  s("watch %x");
  const std::string there = s("c");
  const std::uint64_t at = s.stepper.event().number;
  CHECK(has(there, "breakpoint 1, line 25"));
  CHECK(has(there, "watchpoint 2: %x"));
  s("delete 2");
  s("c");
  CHECK(s.stepper.ended());
  s("rc");
  CHECK(s.stepper.event().number == at);
}

TEST_CASE("reverse-continue: a watch of a warp that had not begun then") {
  SessionOptions options = test::options_of({.kernel = "vector_add", .grid = "2000"});
  options.overrides.args.push_back(parse_arg("f32[128000]=iota(0,1)", false));
  options.overrides.args.push_back(parse_arg("f32[128000]=iota(0,1)", false));
  options.overrides.args.push_back(parse_arg("f32[128000]=zero", false));
  options.overrides.args.push_back(parse_arg("s32:128000", false));
  options.sms = 1;
  PromptRig s(options);
  s("break 43 if cta == 100");
  s("c");
  s("delete");
  s("watch %t");
  CHECK(has(s("rc"), "watchpoint 2: %t"));
  CHECK(s.stepper.event().id.cta == 100);
  CHECK(has(s("info breakpoints"), "watch %t of warp"));
}

TEST_CASE("reverse-next: the instructions of the warp in focus, one by one") {
  PromptRig s("reduce_v2");
  s("focus warp 2");
  std::vector<std::uint64_t> places;
  for (int i = 0; i < 6; ++i) {
    s("next");
    places.push_back(s.stepper.event().number);
  }
  s("reverse-next");
  CHECK(s.stepper.event().number == places[4]);
  s("rn 3");
  CHECK(s.stepper.event().number == places[1]);
  CHECK(has(s("rn 9"), "At the start"));
}

TEST_CASE("next and reverse-next find divergence and bank conflicts") {
  PromptRig s("reduce_v2");
  CHECK(has(s("next divergence"), "DIVERGES"));
  const std::uint64_t first = s.stepper.event().number;
  CHECK(s.stepper.event().id.warp == 0);
  CHECK(has(s("next divergence"), "DIVERGES"));
  const std::uint64_t second = s.stepper.event().number;
  CHECK(second > first);
  s("reverse-next divergence");
  CHECK(s.stepper.event().number == first);
  PromptRig t("bank_column");
  CHECK(has(t("next conflict"), "32-way conflict"));
  t("step 2");
  CHECK(has(t("rn conflict"), "32-way conflict"));
  CHECK(has(t("next conflict"), "32-way conflict"));
  CHECK(has(t("next conflict"), "had no more bank conflict"));
  CHECK(t.error("next diverge") == "");
  PromptRig uniform("bank_column");
  CHECK(has(uniform("next divergence"), "The warp has ended; it has not diverged at all."));
  std::string last;
  while (!has(last, "ended")) last = s("next divergence");
  CHECK(has(last, "The warp has ended; it has not diverged again."));
  CHECK(has(t.error("next nonsense"), "none of a number, line, divergence, conflict"));
}

TEST_CASE("a step and back from wherever a reverse command or a change led is exact") {
  PromptRig s(test::options_of({.kernel = "reduce_v2", .grid = "200"}));
  const auto step_and_back = [&] {
    const std::uint64_t here = s.digest();
    s("step 3");
    CHECK(s.digest() != here);
    s("back 3");
    CHECK(s.digest() == here);
  };
  s("step 40");
  s("focus sm 7");
  s("next 3");
  s("watch out[0]");
  s("break 65 if sm == 7 && warp == 1");
  for (int i = 0; i < 8 && !s.stepper.ended(); ++i) {
    s("c");
    if (!s.stepper.ended()) step_and_back();
  }
  for (const char* line : {"rc", "rc", "rn 4", "rc", "reverse-next divergence", "rn"}) {
    INFO(line);
    s(line);
    step_and_back();
  }
}
