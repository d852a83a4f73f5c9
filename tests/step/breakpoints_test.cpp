// Where break, run-to and next stop.
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

TEST_CASE("break: stops after its line, for the lanes that its condition is about") {
  PromptRig s("reduce_v2");
  CHECK(has(s("break 51 if warp == 3"), "breakpoint 1 at line 51 if warp == 3"));
  CHECK(has(s("c"), "warp 3"));
  CHECK(s.stepper.event().id.warp == 3);
  s("delete 1");
  // The lanes whose guard is true: thread 200 is lane 8 of warp 6.
  s("b 46 if %tx == 200");
  PromptRig t("reduce_v2");
  t("b 46 if %tx == 200");
  t("c");
  CHECK(t.stepper.event().id.warp == 6);
  t("d");
  t("b 51 if lane == 3 && %tx > 70");
  t("c");
  CHECK(t.stepper.event().id.warp >= 3);
}

TEST_CASE("break: a condition that names a block looks at all SMs and moves the focus") {
  PromptRig s("copy_stride");
  s("break 32 if cta == 5 && warp == 2");
  CHECK(has(s("c"), "focus: SM 5, block 5, warp "));
  CHECK(s.stepper.event().id.cta == 5);
  CHECK(s.stepper.event().id.warp == 2);
  // From here on the steps are those of SM 5.
  const std::uint64_t here = s.stepper.event().on_sm, before = s.digest();
  s("step 3");
  CHECK(s.stepper.event().id.sm == 5);
  CHECK(s.stepper.event().on_sm == here + 3);
  s("back 3");
  CHECK(s.digest() == before);
}

TEST_CASE("break: blockIdx in a condition names a block, too") {
  for (const char* index : {"blockIdx.x", "%ctaid.x"}) {
    PromptRig s("copy_stride");
    s(std::string("break 32 if ") + index + " == 5 && threadIdx.x == 70");
    CHECK(has(s("c"), "focus: SM 5, block 5, warp "));
    CHECK(s.stepper.event().id.cta == 5);
    CHECK(s.stepper.event().id.warp == 2);
  }
}

TEST_CASE("break: on a line without an instruction it takes the next one") {
  PromptRig s("if_else");
  CHECK(has(s("b 31"), "breakpoint 1 at line 32 (line 31 has no instruction)"));
  CHECK(has(s("c"), "breakpoint 1, line 32"));
}

TEST_CASE("a breakpoint whose condition has no value stops and says so") {
  PromptRig s("if_else");
  s("break 23 if [12] == 1");
  CHECK(has(s("c"), "breakpoint 1: its condition has no value: no device memory at 0xc"));
  CHECK(!s.stepper.ended());
}

TEST_CASE("next follows one warp, step follows the SM") {
  PromptRig s("reduce_v2");
  s("step");
  const std::uint32_t warp = s.stepper.event().id.warp;
  s("next 10");
  CHECK(s.stepper.event().id.warp == warp);
  CHECK(s.stepper.machine()
            .history.warp(*s.stepper.machine().gpu.sms()[0], s.stepper.event().slot)
            ->issued == 11);
  s("step 50");
  CHECK(s.stepper.event().on_sm >= 61);
}

TEST_CASE("run-to: a line, or a cycle") {
  PromptRig s("if_else");
  s("run-to 29");
  CHECK(s.stepper.event().on_sm == 8);
  s("run-to cycle 440");
  CHECK(s.stepper.event().cycle >= 440);
  CHECK(has(s.error("run-to cycle 10"), "cycle 10 is past"));
  CHECK(has(s.error("run-to 99"), "no instruction at line 99"));
  PromptRig label("if_else");
  label("run-to 31");  // a label: the line after it
  CHECK(label.stepper.machine().subject.program.code[label.stepper.event().pc].loc.line == 32);
}
