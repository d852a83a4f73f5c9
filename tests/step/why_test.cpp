// What why and info scheduler say a warp waits for: the instruction that keeps the unit busy, and
// where a load is served.
#include <regex>

#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

namespace {

/// With each space and line break one space.
std::string flat(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(\s+)"), " ");
}

}  // namespace

TEST_CASE("why: a load of sectors that an earlier load has asked for waits for L2") {
  PromptRig s("../tests/step/same_line");
  s("run-to 20");
  const std::string second = flat(s("why"));
  INFO(second);
  CHECK(has(second, "%b of line 20, L2 has not answered"));
  CHECK(has(second, "4 sectors on the way to L1 since an earlier load: L2 takes"));
  CHECK_FALSE(has(second, "are in L1"));
}

TEST_CASE("why: once L2 has answered, it is known whether device memory had to") {
  PromptRig s("../tests/step/two_levels");
  std::string first, second;
  for (unsigned cycle = 500; cycle < 1600; cycle += 20) {
    s("run-to cycle " + std::to_string(cycle));
    const Reply reply = s.prompt.execute("why 0");
    const std::string text = flat(reply.out);
    if (has(text, "the warp has ended")) break;
    if (has(text, "%a of line 24")) first += text;
    if (has(text, "%b of line 26")) second += text;
  }
  CHECK(has(first, "4 of 4 sectors not in L1: L2 takes"));  // not answered yet
  CHECK(has(first, "4 of 4 sectors not in L1: L2 lacks some, too; device memory takes"));
  CHECK_FALSE(has(first, "L2 has what"));
  CHECK(has(second, "4 of 4 sectors not in L1: L2 has what L1 lacks"));
  CHECK_FALSE(has(second, "L2 lacks some"));
}

TEST_CASE("why: of a warp that has ended that is said, of what is no warp which there are") {
  PromptRig s("vector_add");
  s("continue");
  CHECK(has(s("why 1"), "warp 1 of block 0: the warp has ended"));
  CHECK(has(s.error("why 99"), "block 0 has warps 0 to "));
}

TEST_CASE("why: a load that names no space waits for shared memory where its data is there") {
  PromptRig s("../tests/step/generic_shared");
  s("run-to 21");
  const std::string text = flat(s("why"));
  INFO(text);
  CHECK(has(text, "short scoreboard: %a of line 21"));
  CHECK(has(text, "<- shared memory takes 19 cycles"));
}

TEST_CASE("why: a busy pipe is the doing of the instruction that it took last") {
  PromptRig s("../tests/step/two_pipes", "turing");
  unsigned seen = 0;
  while (!s.stepper.ended() && seen < 20) {
    s("step");
    if (s.stepper.ended() || s.stepper.event().id.warp != 4) continue;
    const std::string text = flat(s("why 0"));
    if (!has(text, "warp 0: math pipe throttle: the FP64 pipe is busy")) continue;
    INFO(text);
    CHECK(has(text, "<- warp 0 issued line 2"));
    CHECK_FALSE(has(text, "<- warp 4 issued"));
    ++seen;
  }
  CHECK(seen > 3);
}

TEST_CASE("why, info scheduler: a warp waits for the L1, which takes no more loads") {
  PromptRig s("../tests/step/many_loads");
  s("step 200");
  CHECK(has(flat(s("why 8")), "lg throttle: the L1 is busy"));
  const std::string text = s("info scheduler");
  INFO(text);
  CHECK(has(text, "busy: lsu L1"));
}
