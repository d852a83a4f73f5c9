// print of what has parts: structures in buffers, in device and shared memory, and whole arrays.
#include "tests/step/cuda_inputs.h"
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::bodies;
using test::has;
using test::mixed;
using test::PromptRig;

TEST_CASE("print of a structure in a buffer shows the values of its fields") {
  PromptRig s(bodies());
  CHECK(s("print r[5]") == "  r[5] = {mass = 0, id = 105, at[0] = 5, at[1] = 5.5}\n");
  CHECK(s("print/x r[5].at") == "  r[5].at = {[0] = 0x40a00000, [1] = 0x40b00000}\n");
  CHECK(s("print p.list[2]") == "  p.list[2] = {mass = 3, id = 9, at[0] = 0, at[1] = 0}\n");
  const std::string lanes = s("print r[lane]");
  INFO(lanes);
  CHECK(has(lanes, "r[lane] {mass, id, at[0], at[1]} of warp 0, by lane"));
  CHECK(has(lanes, "{0, 131, 31, 31.5}"));
  CHECK(has(s.error("print r[32]"), "index 32 is outside of the 32 elements"));
  CHECK(has(s.error("print r[5] + 1"), "'r' points to structures"));
}

TEST_CASE("print of an array shows its elements, a brace for each dimension") {
  PromptRig s(bodies());
  CHECK(has(s("print table"), "table = {{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14,"));
  CHECK(has(s("print table"), "30, 31}}\n"));
  CHECK(has(s("print tile"), "tile = {{0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0,"));
}

TEST_CASE("print of a row of an array of two dimensions shows its elements") {
  PromptRig s(bodies());
  CHECK(s("print table[1]") == "  table[1] = {8, 9, 10, 11, 12, 13, 14, 15}\n");
  CHECK(s("print/x table[1 + 2]") ==
        "  table[1 + 2] = {0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f}\n");
  const std::string lanes = s("print table[lane / 8]");
  INFO(lanes);
  CHECK(has(lanes, "table[lane / 8] of warp 0, by lane"));
  CHECK(has(lanes, "{8, 9, 10, 11, 12, 13, 14, 15}"));
  CHECK(has(s("info memory table"), "table[1][0]"));
  CHECK(has(s.error("print table[4]"), "index 4 is outside of dimension 1, which has 4"));
}

TEST_CASE("elements alike are printed once, as gdb does") {
  PromptRig s(mixed());
  CHECK(s("print s") == "  s = {0 <repeats 32 times>}\n");
  s("break :42");
  s("c");
  CHECK(has(s("print s"), "s = {1000, 1001, 1002,"));
}

TEST_CASE("variables that are structures are printed whole, and by info shared") {
  PromptRig s(mixed());
  s("c");
  CHECK(s("print p[3]") == "  p[3] = {x = 3, n = 3}\n");
  CHECK(has(s("print pairs"), "pairs = {{x = "));
  CHECK(has(s("info shared 612"), "p[3]             {x = 3, n = 3}"));
}
