// Variables in shared and device memory: each has its own type, a scalar's name is its value.
#include <fmt/format.h>

#include <filesystem>

#include "tests/step/cuda_inputs.h"
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::mixed;
using test::PromptRig;

TEST_CASE("a shared array has the type of its declaration, whatever others there are") {
  PromptRig s(mixed());
  s("break :42");
  s("c");
  const std::pair<const char*, const char*> printed[] = {
      {"s[5]", "1005"},  {"d[3]", "1.5"},     {"bytes[7]", "7"}, {"last", "true"},
      {"a[1][2]", "11"}, {"a.f32[11]", "11"}, {"p.s32[3]", "1"}, {"s.b8[0]", "-24"}};
  for (const auto& [name, value] : printed)
    CHECK(s("print " + std::string(name)) == fmt::format("  {} = {}\n", name, value));
  CHECK(has(s("print s[lane]"), "1000, 1001, 1002 ... 1031 (+1 a lane)"));
  CHECK(has(s.error("print s[32]"), "index 32 is outside of the 32 elements"));
}

TEST_CASE("conditions and watches on a shared array take its elements") {
  PromptRig s(mixed());
  s("watch s[5]");
  const std::string written = s("c");
  INFO(written);
  CHECK(has(written, "now:    1005"));
  CHECK(has(written, "warp 0, lane 5 in cycle"));
  s("delete");
  s("break :42 if s[5] == 1005");
  CHECK(has(s("c"), "breakpoint 2"));
}

TEST_CASE("a shared variable has the type of its own kernel") {
  PromptRig s(mixed("other", "f64"));
  s("break :51");
  s("c");
  CHECK(has(s.error("print s + 1"), "'s' is an array of 32 f64 in shared memory: s[0]"));
  CHECK(has(s.error("print best"), "the compiler has removed this shared variable"));
  CHECK(has(s.error("print count"), "keeps no names of local variables"));  // of another kernel
}

TEST_CASE("the name of a scalar variable is its value, in shared and in device memory") {
  PromptRig s(mixed());
  s("watch count");
  CHECK(has(s("c"), "before: 0\n  now:    3\n"));
  CHECK(has(s("c"), "now:    499"));
  s("delete");
  s("break :42 if best > 5");
  CHECK(has(s("c"), "breakpoint 2"));
  CHECK(s("print best") == "  best = 7.5\n");
  CHECK(s("print count") == "  count = 499\n");
  CHECK(s("print count + 1") == "  count + 1 = 500\n");
  CHECK(s("print done") == "  done = 5\n");
  CHECK(s("print total") == "  total = 2.25\n");
  CHECK(s("print table[1][2]") == "  table[1][2] = 7\n");
  CHECK(has(s("display count"), "count = 499"));
  CHECK(
      has(s.error("print count.m"), "there is no 'count.m': 'count' is one s32 in shared memory"));
}

TEST_CASE("the name of an array alone is none of its elements, & takes an address") {
  PromptRig s(mixed());
  CHECK(has(s.error("print s + 1"), "'s' is an array of 32 s32 in shared memory: s[0]"));
  CHECK(has(s.error("print a + 1"), "'a' is an array of 4 x 9 f32 in shared memory: a[0][0]"));
  CHECK(has(s.error("print table + 1"), "'table' is an array of 4 x 8 f32 in device memory"));
  CHECK(has(s.error("break :42 if s > 5"), "'s' is an array of 32 s32"));
  CHECK(s("print &s") == "  &s = 0\n");
  CHECK(s("print shared[&count] == count") == "  shared[&count] == count = 1\n");
  CHECK(has(s("print &table"), "&table = 0x"));
  CHECK(s("print [&done] + 1") == "  [&done] + 1 = 1\n");
  CHECK(has(s.error("print &out"), "& stands before the name of a variable"));
  CHECK(has(s.error("print &s[1]"), "& stands before the name of a variable"));
}

TEST_CASE("variables that are structures have their fields") {
  PromptRig s(mixed());
  s("c");
  CHECK(s("print pairs[1].n") == "  pairs[1].n = 9\n");
  CHECK(has(s("print p[lane].x"), "24: 24 25 26 27 28 29 30 31"));
  CHECK(s("print p[3].n + 1") == "  p[3].n + 1 = 4\n");
  CHECK(has(s.error("print p[3] + 1"), "'p' holds structures; they have p[INDEX].x, p[INDEX].n"));
  CHECK(has(s.error("print pairs[1].z"), "'pairs' holds structures without a field 'z'"));
  CHECK(has(s.error("print pairs[4].n"), "index 4 is outside of the 4 elements"));
}

TEST_CASE("bytes whose type is not known say so") {
  namespace fs = std::filesystem;
  const fs::path copy = fs::temp_directory_path() / "simt_step_mixed_without_source.ptx";
  SessionOptions o = mixed();
  fs::copy_file(o.file, copy, fs::copy_options::overwrite_existing);  // the .cu file stays away
  o.file = copy.string();
  o.overrides.args = {parse_arg("_Z5mixedPf_param_0 f32[32]=zero", true)};
  PromptRig ptx(o);
  fs::remove(copy);
  CHECK(has(ptx.error("print s[5]"), "the type of 's' is not known here"));
  CHECK(has(ptx.error("print a[1][2]"), "the type of 'a' is not known here"));
  CHECK(has(ptx.error("print s"), "'s' is an array of 128 bytes in shared memory: s.s32[0]"));
  CHECK(has(ptx.error("watch s[5]"), "the type of 's' is not known here"));
  CHECK(ptx("print s.s32[5]") == "  s.s32[5] = 0\n");
  CHECK(ptx("print count") == "  count = 0\n");
}

TEST_CASE("info shared shows each variable by its type") {
  PromptRig s(mixed());
  s("break :42");
  s("c");
  const std::string text = s("info shared");
  INFO(text);
  CHECK(has(text, "s                  1000   1001   1002"));
  CHECK(has(text, "count               499\n"));
  CHECK(has(text, "last               true\n"));
  CHECK(has(text, "d                     0    0.5      1    1.5"));
  CHECK(has(text, "bytes                 0      1      2"));
  CHECK(has(s("info shared 464"), "best                7.5\n"));
}
