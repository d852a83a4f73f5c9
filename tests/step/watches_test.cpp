// Watchpoints: registers, shared memory, device memory that any SM writes.
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

TEST_CASE("watch: stops when a register or a word of memory changes") {
  PromptRig s("bank_column");
  s("watch %x");
  s("watch data[32]");
  const std::string first = s("c");  // the store, lane 1 into row 1: bytes 128 to 131
  CHECK(has(first, "watchpoint 2"));
  PromptRig t("bank_column");
  t("watch shared[128]");
  CHECK(has(t("c"), "before: 0\n  now:    1"));
  t("d 1");
  t("watch %x");
  CHECK(has(t("c"), "watchpoint 2: %x in lanes 0-31"));
  CHECK(has(t("c"), "watchpoint 2 deleted: its warp has ended"));
  CHECK(has(t("info breakpoints"), "no breakpoints"));
}

TEST_CASE("watch: after going back, values are watched anew") {
  PromptRig s("bank_column");
  s("watch %x");
  const std::string there = s("c");
  s("goto 2");
  CHECK(s("c") == there);
}

TEST_CASE(
    "watch: a register that nothing has written yet has no value, and its first one is a change") {
  PromptRig s("if_else", "pascal");
  CHECK(has(s("watch %s"), "watchpoint 1: %s of warp 0, now not written yet"));
  const std::string first = s("c");
  CHECK(has(first, "watchpoint 1: %s in lanes 0-3\n  before: not written yet\n  now:    160"));
}

TEST_CASE("watch: a store of another SM stops at that store and names it") {
  PromptRig s("vector_add");
  s("watch c[300]");  // block 4, on SM 4
  const std::string stop = s("c");
  INFO(stop);
  CHECK(has(stop, "watchpoint 1: c[300]\n  before: 0\n  now:    1900\n"));
  CHECK(has(stop, "written by SM 4, block (4,0,0), warp 1, lane 12 in cycle "));
  CHECK(has(stop, "st.global.f32"));
  CHECK(has(stop, "focus: SM 4, block 4, warp 1\n"));
  CHECK(s.stepper.event().id.sm == 4);
  const LaneMask stored = s.stepper.event().outcome->access[0].lanes;
  CHECK((stored >> 12 & 1) == 1);
  CHECK_FALSE(has(s("c"), "watchpoint 1"));  // nothing else changes it
  CHECK(s.stepper.ended());
}

TEST_CASE("watch: an atomic of another SM is named when its window ends, up to the last one") {
  SessionOptions options = test::options_of({.kernel = "reduce_v2", .grid = "200"});
  PromptRig s(options);
  s("watch out[0]");
  std::string last;
  unsigned stops = 0;
  bool many = false;
  while (!s.stepper.ended()) {
    const std::string stop = s("c");
    if (!has(stop, "watchpoint 1")) continue;
    ++stops;
    last = stop;
    INFO(stop);
    CHECK(has(stop, "written by SM "));
    CHECK(has(stop, "line 74: red.global.add.u32"));
    CHECK(has(stop, ", warp 0, lane 0 in cycle "));
    many |= has(stop, " in the same window of time, then\n  written by SM ");
    // What the stop shows is the atomic's line, or the end of the run.
    CHECK((has(stop, "*    74") || s.stepper.ended()));
    CHECK((has(s("where"), "*    74") || s.stepper.ended()));
  }
  CHECK(stops > 2);
  CHECK(many);
  const std::size_t now = last.find("  now:    ") + 10;
  CHECK(has(s("print out[0]"), "= " + last.substr(now, last.find('\n', now) - now) + "\n"));
  CHECK(has(s("info breakpoints"), "changed " + std::to_string(stops) + " time"));
}

TEST_CASE("watch: a jump into the window of an atomic does not lose its writer") {
  SessionOptions options = test::options_of({.kernel = "reduce_v2", .grid = "2"});
  PromptRig s(options);
  s("break 74");
  s("c");  // the atomic has issued and waits for the end of its window
  const std::string step = std::to_string(s.stepper.event().on_sm);
  s("delete");
  s("watch out[0]");
  const std::string there = s("c");
  CHECK(has(there, "written by SM "));
  s("goto " + step);
  CHECK(s("c") == there);
}

TEST_CASE("watch: one lane's register ends with its warp, shared memory with its block") {
  PromptRig s("reduce_v2");
  s("watch %tx[3]");
  CHECK(has(s("c"), "before: not written yet\n  now:    3"));
  s("delete");
  s("focus warp 1");
  s("watch data[0]");
  std::string all;
  for (int i = 0; i < 12 && !s.stepper.ended(); ++i) all += s("c");
  CHECK(has(all, "watchpoint 2: data[0]"));
  CHECK(has(all, "written by SM 0, block (0,0,0), warp 0, lane 0"));
}
