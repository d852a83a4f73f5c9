// print and display: values by lane, of one lane, not written yet.
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

TEST_CASE("vectors: a load names its elements, and print shows those of a lane together") {
  PromptRig s(test::options_of({.kernel = "reduce_vectorized", .grid = "1"}));
  CHECK(has(s("print {%x, %w}"), "-, -}"));  // not written yet
  const std::string stop = s("run-to 46");
  CHECK(has(stop, "\n  %x .x         0, 4, 8 ... 124 (+4 a lane)"));
  CHECK(has(stop, "\n  %w .w         3, 7, 11 ... 127 (+4 a lane)"));
  CHECK_FALSE(has(s("back"), " .x "));
  s("step");
  const std::string all = s("print {%x, %y, %z, %w}");
  CHECK(has(all, "{%x, %y, %z, %w} of warp 0"));
  CHECK(has(all, "{4, 5, 6, 7}"));
  CHECK(has(s("print/x {%x, %x + 11}"), "{0x4, 0xf}"));
  s("focus lane 31");
  CHECK(has(s("print {%x, out[0]}"), "{%x, out[0]} = {124, 0} in lane 31\n"));
  CHECK(!s.error("print {%x,}").empty());
  CHECK(!s.error("print {}").empty());
  CHECK(has(s.error("print {%x, %zz}"), "%zz"));
}

TEST_CASE("a vector by its elements: what a line writes, and what a store brings to memory") {
  PromptRig s("../tests/step/vector_copy");
  s("run-to 20");
  CHECK(has(s.error("print v"), "vector_copy.cu:3 writes %a, {%f1, %f2, %f3, %f4}"));
  const std::string stop = s("run-to 25");
  INFO(stop);
  CHECK(has(stop, "\n  stores %f1 .x 0, 4, 8"));
  CHECK(has(stop, "\n  stores %f4 .w 3, 7, 11"));
  PromptRig alone("vector_add");
  CHECK(has(alone("run-to 44"), "\n  stores %"));
}

TEST_CASE("lanes of an atomic on one address are not called well packed") {
  PromptRig s("../tests/views/kernels/global_sum");
  const std::string stop = s("run-to 38");
  INFO(stop);
  CHECK(has(stop, "32 lanes on one address: serialized"));
  CHECK_FALSE(has(stop, "bytes used"));
}

TEST_CASE("elements of an array of bytes have the type of the accesses, or the one named") {
  PromptRig s("bank_column");
  s("run-to 25");  // lane i has stored i into row i
  CHECK(has(s("p data[32*3]"), "3"));
  CHECK(has(s("p data.b8[128*3]"), "3"));
  CHECK(has(s("p data.b8[128*3 + 1]"), "0"));
  CHECK(has(s("p data.u64[16*3]"), "3"));
  CHECK(has(s("p out.f32[0]"), "0"));
  CHECK(has(s.error("p data[1024]"), "outside of the 1024 elements"));
  CHECK(has(s.error("p data.b8[4096]"), "outside of the 4096 elements"));
  CHECK(has(s.error("p data.what[0]"), "there is no 'data.what'"));
}

TEST_CASE("print: values by lane, formats, memory and arithmetic") {
  PromptRig s("bank_column");
  s("step 7");
  const std::pair<const char*, const char*> printed[] = {
      {"print 1 + 2 * 3", "= 7"},
      {"print (1 + 2) * 3", "= 9"},
      {"print/x 255", "= 0xff"},
      {"print /x 255", "= 0xff"},
      {"print -7 / 2", "= -3"},
      {"print 7 % 4", "= 3"},
      {"print 1 << 4 | 1", "= 17"},
      {"print 2 > 1 && 1 > 2", "= 0"},
      {"print !3", "= 0"},
      {"print ~0", "= -1"},
      {"print 1.5 * 2", "= 3"},
      {"print 1e3", "= 1000"},
      {"print 1 > 2 ? 3 : 2 > 1 ? 4 : 5", "= 4"},
      {"print +3 - +1", "= 2"},
      {"print lane > 3 ? %t : 0", "0, 0, 0, 0, 4, 5 ..."},
      {"print 0x10", "= 16"},
      {"print warp", "= 0"},
      {"print sm", "= 0"},
      {"print/t 5", "= 0b101"},
      {"print shared[128]", "= 1"},
      {"print &data", "= 0"},
      {"print out[3]", "= 0"},
      {"print [out + 4]", "= 0"},
      {"print cta", "= 0"},
      {"print 9223372036854775807 + 1", "= -9223372036854775808"},
      {"print %t", "0, 1, 2 ... 31 (+1 a lane)"},
      {"print %t * 2", "0, 2, 4 ... 62 (+2 a lane)"},
      {"print %tid.x - %laneid", "0 in all lanes"},
      {"print %ntid.x", "32 in all lanes"},
      {"print shared[%at]", "0, 1, 2 ... 31 (+1 a lane)"},
      {"print lane", "0, 1, 2 ... 31"}};
  for (const auto& [line, part] : printed) {
    INFO(line);
    CHECK(has(s(line), part));
  }
  s("focus lane 5");
  CHECK(s("print %t * 10") == "  %t * 10 = 50 in lane 5\n");
}

TEST_CASE("a register that is not written yet says so everywhere, and one written in some lanes") {
  PromptRig s("if_else", "pascal");
  s("step 3");
  CHECK(s("print %s") == "  %s of warp 0: not written yet\n");
  CHECK(s("print %s + 1") == "  %s + 1 of warp 0: not written yet\n");
  CHECK(s("print %s[3]") == "  %s[3] = not written yet\n");
  CHECK(has(s("info registers %s"), "not written yet"));
  CHECK(has(s("watch %s"), "now not written yet"));
  CHECK(has(s("display %s"), "%s of warp 0: not written yet"));
  CHECK(has(s("step"), "1: %s = not written yet"));
  s("delete");
  s("run-to 29");
  CHECK(has(s("print %s"), "171 in lanes 0-3; not written yet in lanes 4-31"));
  CHECK(has(s("info registers %s"), "171 in lanes 0-3; not written yet in lanes 4-31"));
  CHECK(has(s("where"), "1: %s = 171 in lanes 0-3; not written yet in lanes 4-31"));
  s("focus lane 7");
  CHECK(s("print %s") == "  %s = not written yet in lane 7\n");
  CHECK(has(s("where"), "1: %s = not written yet"));
}

TEST_CASE("%t[3] is the register of lane 3, in every expression") {
  PromptRig s("reduce_v2");
  s("run-to 30");
  CHECK(s("print %tx[3]") == "  %tx[3] = 3\n");
  CHECK(s("print %tx[1 + 2] * 10") == "  %tx[1 + 2] * 10 = 30\n");
  CHECK(s("print %tid.x[5]") == "  %tid.x[5] = 5\n");
  CHECK(has(s("print %tx - %tx[0]"), "0, 1, 2 ... 31 (+1 a lane)"));
  CHECK(has(s("print %tx[lane ^ 1]"), "1, 0, 3, 2, 5, 4 ..."));
  CHECK(has(s.error("print %tx[32]"), "there is no lane 32: lanes are 0 to 31"));
  CHECK(has(s.error("print %tx[-1]"), "there is no lane -1"));
  CHECK(has(s.error("print %tx[3"), "']' is missing"));
  s("break 51 if %tx[3] == 67");  // warp 2
  s("c");
  CHECK(s.stepper.event().id.warp == 2);
  PromptRig small(test::options_of({.kernel = "if_else", .block = "16"}));
  small("step 2");
  CHECK(has(small.error("print %t[20]"), "lane 20 has no thread"));
}

TEST_CASE("display: shown at every stop, forward and back, until undisplay") {
  PromptRig s("bank_column");
  CHECK(has(s("display %t[3] * 2"), "display 1:\n  %t[3] * 2 = not written yet\n"));
  s("display/x %ntid.x");
  CHECK(has(s("step 3"), "  1: %t[3] * 2 = 6\n  2: %ntid.x = 0x20 in all lanes\n"));
  CHECK(has(s("info display"), "  2  display/x %ntid.x"));
  CHECK(has(s("back 3"), "  1: %t[3] * 2 = not written yet\n"));
  s("undisplay 1");
  CHECK_FALSE(has(s("step"), "  1: "));
  CHECK(has(s.error("undisplay 1"), "there is no display 1"));
  s("undisplay");
  CHECK(s("info display") == "no displays\n");
}

TEST_CASE("set: pages of a terminal") {
  PromptRig s("if_else");
  CHECK(s.prompt.paging().on);
  CHECK(!s.prompt.paging().height);
  s("set pagination off");
  CHECK_FALSE(s.prompt.paging().on);
  s("set pagination on");
  s("set height 10");
  CHECK(s.prompt.paging().on);
  CHECK(*s.prompt.paging().height == 10);
  CHECK(has(s.error("set"), "set takes"));
  CHECK(has(s.error("set height x"), "'x' is no number of lines"));
}
