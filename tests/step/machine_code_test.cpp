// Machine code at the prompt: tests/machine/cubins.
#include "sim/step/error.h"
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

namespace {

SessionOptions cubin(const std::string& name, const std::vector<std::string>& args) {
  SessionOptions o = test::options_of({.kernel = "", .grid = "1", .block = "64", .args = args});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/" + name + ".cubin";
  o.arch = "h200";
  return o;
}

struct Inlined : PromptRig {
  Inlined() : PromptRig(cubin("inlined_90", {"f32[64]=iota(0,1)", "s32:50"})) {}
};

}  // namespace

TEST_CASE("machine code: registers are shown, printed and watched by their own names") {
  Inlined s;
  s("run-to sass:6");
  const std::string all = s("info registers");
  INFO(all);
  CHECK(has(all, "  R0 "));
  CHECK(has(all, "  P0 "));
  CHECK(!has(all, "UP6"));  // nothing names it
  CHECK(has(s("print R0"), "R0 of warp 0"));
  CHECK(has(s("watch R5"), "watchpoint 1: R5 of warp 0"));
  CHECK(has(s.error("print R300"), "there is no 'R300'"));
  CHECK(!has(s.error("print R300"), "start with %"));
  CHECK(has(s.error("print x"), "SASS keeps no names of local variables"));
}

TEST_CASE("machine code: when a value can be used follows from its dependence barrier") {
  Inlined s;
  unsigned told = 0;
  while (!s.stepper.ended()) {
    const std::string stop = s("step");
    const std::size_t at = stop.find("usable in ");
    if (at == std::string::npos) continue;
    ++told;
    INFO(stop);
    CHECK(std::stoull(stop.substr(at + 10)) < 2000);
  }
  CHECK(told > 0);
}

TEST_CASE("machine code: a warp that waits says for which result") {
  Inlined s;
  bool seen = false;
  for (int i = 0; i < 60 && !s.stepper.ended() && !seen; ++i) {
    s("step");
    const std::string why = s("why");
    seen = has(why, "waits for dependence barrier") && has(why, "is written by inlined.cu:");
  }
  CHECK(seen);
}

TEST_CASE("machine code: an instruction is named by its address, too") {
  Inlined s;
  CHECK(has(s("break *0x40"), "SASS line 5)"));
  CHECK(has(s("list *0x40"), "/*0040*/"));
  CHECK(has(s.error("break *0x44"), "'*0x44' is no address of an instruction"));
  CHECK(has(s.error("run-to *x"), "'*x' is no address of an instruction"));
  CHECK(has(PromptRig("if_else").error("break *0x40"), "PTX has no addresses"));
}

TEST_CASE("machine code: a convergence barrier has its register's name and its lanes") {
  PromptRig s(cubin("diverging_90", {"s32[64]=zero", "s32:5"}));
  bool waits = false, arrived = false, lanes = false;
  while (!s.stepper.ended() && !(waits && arrived && lanes)) {
    s("step");
    const std::string stack = s("info stack");
    INFO(stack);
    CHECK(!has(stack, "B-1"));
    waits |= has(stack, "waits at B");
    arrived |= has(stack, "convergence barriers") && has(stack, "A arrived  o missing");
    lanes |= has(s("info registers"), " 0x22222222");
  }
  CHECK(waits);
  CHECK(arrived);
  CHECK(lanes);
}
