// Elements of what pointers in structures point to, of structures in buffers, of arrays of several
// dimensions; a bool; the next line of CUDA C++.
#include <fmt/format.h>

#include "tests/step/cuda_inputs.h"
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::bodies;
using test::has;
using test::PromptRig;

namespace {

/// flags.cu: a bool in structures of every kind, and a pointer to bool.
SessionOptions flags() {
  SessionOptions o = test::options_of({.kernel = "", .grid = "1", .block = "32"});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/step/flags.ptx";
  for (const char* arg : {"p={n=40, on=true, each={true, false, true}}",
                          "b={flags={{1, false, {true, false, false}}, {2, true, {}}}}",
                          "r[32]={x=iota(0,1), alive=true}", "marks[32]=iota(0,1)", "out[32]=zero"})
    o.overrides.args.push_back(parse_arg(arg, true));
  return o;
}

}  // namespace

TEST_CASE("elements of what a pointer in a structure points to") {
  PromptRig s(bodies());
  CHECK(s("print p.pos_x[515]") == "  p.pos_x[515] = 1030\n");
  CHECK(has(s("print p.pos_x[lane]"), "24: 48 50 52 54 56 58 60 62"));
  CHECK(s("print p.list[2].mass") == "  p.list[2].mass = 3\n");
  CHECK(s("print p.list[p.n - 1].id") == "  p.list[p.n - 1].id = 10\n");
  CHECK(has(s("print p.pos_x"), "p.pos_x = 0x"));
  CHECK(has(s.error("print p.pos_x[600]"), "index 600 is outside of the 600 elements"));
  CHECK(has(s.error("print p.list[4].id"), "index 4 is outside of the 4 elements"));
}

TEST_CASE("fields of structures in a buffer") {
  PromptRig s(bodies());
  CHECK(s("print r[5].id") == "  r[5].id = 105\n");
  CHECK(s("print r[5].at[1]") == "  r[5].at[1] = 5.5\n");
  CHECK(has(s("print r[lane].id"), "24: 124 125 126"));
  CHECK(has(s.error("print r[5].weight"),
            "'r' points to structures without a field 'weight'; they have r[INDEX].mass, "
            "r[INDEX].id, r[INDEX].at"));
  CHECK(has(s.error("print r[5].at[lane]"), "'at', an array in a structure, is a number"));
  CHECK(has(s.error("print r[5] + 1"), "'r' points to structures; they have r[INDEX].mass"));
  CHECK(has(s.error("print r[5].at + 1"),
            "'r[INDEX].at' has no value of its own: write r[INDEX].at[0], r[INDEX].at[1]"));
}

TEST_CASE("elements of arrays of two dimensions") {
  PromptRig s(bodies());
  CHECK(s("print table[2][3]") == "  table[2][3] = 19\n");
  CHECK(s("print table.s32[19]") == "  table.s32[19] = 19\n");
  CHECK(has(s.error("print table[19] + 1"),
            "'table' has 2 dimensions: table[I][J]; table.s32[N] counts through all elements"));
  CHECK(has(s.error("watch table[3]"), "'table' has 2 dimensions"));
  CHECK(has(s.error("print table[2][3][1]"), "nothing more is expected here"));
  s("break bodies.cu:24");
  s("c");
  CHECK(s("print tile[3][7]") == "  tile[3][7] = 93.5\n");  // 2 * 31, and 31.5 of r[31].at[1]
  CHECK(
      has(s("print tile[lane / 8][lane % 8] == p.pos_x[lane] + r[lane].at[1]"), "1 in all lanes"));
}

TEST_CASE("a bool argument is true or false") {
  PromptRig s(bodies());
  CHECK(s("print twice") == "  twice = true\n");
  CHECK(s("print twice + 1") == "  twice + 1 = 2\n");
  CHECK(s("print/x twice") == "  twice = 0x1\n");
}

TEST_CASE("a bool in a structure is true or false, wherever the structure is") {
  PromptRig s(flags());
  const std::pair<const char*, const char*> by_value[] = {
      {"p.on", "true"},           {"p.each[1]", "false"}, {"p.n", "40"},
      {"b.flags[1].on", "true"},  {"r[3].alive", "true"}, {"items[1].alive", "false"},
      {"state.each[2]", "false"}, {"marks[0]", "false"}};
  for (const auto& [name, value] : by_value)
    CHECK(s(std::string("print ") + name) == fmt::format("  {} = {}\n", name, value));
  CHECK(s("print p") ==
        "  p = {n = 40, on = true, each[0] = true, each[1] = false, each[2] = true}\n");
  CHECK(has(s("print b.flags[0]"), "{n = 1, on = false, each[0] = true, each[1] = false, "));
  const std::string by_lane = s("print b.flags[lane & 1].on");
  INFO(by_lane);
  CHECK(has(by_lane, "true in lanes"));
  CHECK(has(s.error("info marks"), "'info memory marks' shows its elements"));
  CHECK(has(s.error("info cells"), "'info shared' shows its elements"));
  CHECK(has(s("info memory marks"), "marks[0]          false   true"));
  s("run-to :27");
  CHECK(s("print items[1].alive") == "  items[1].alive = true\n");
  CHECK(s("print state.each[2]") == "  state.each[2] = true\n");
  CHECK(s("print cells[5].alive") == "  cells[5].alive = true\n");
  CHECK(s("print r[3].alive + 1") == "  r[3].alive + 1 = 2\n");
}

TEST_CASE("the next line of CUDA C++, forward and back") {
  PromptRig s(bodies());
  s("run-to :20");
  const std::string first = s("next line");
  INFO(first);
  CHECK(has(first, "*=>  21"));
  const auto here = s.stepper.event().number;
  s("next line");
  CHECK(s.stepper.event().number > here + 1);
  s("reverse-next line");
  CHECK(s.stepper.event().number == here);
  PromptRig ptx("if_else");
  ptx("run-to 26");
  ptx("next line");
  CHECK(has(ptx("where"), "*    27"));
  CHECK(has(ptx.error("next word"), "'word' is none of a number, line, divergence, conflict"));
}
