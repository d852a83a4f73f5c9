// Advice on values of shared memory that are read for each use (tests/views/advice/reuse.cu).
#include "tests/views/advice_run.h"

using namespace simt;

namespace {

const std::string kWords = "loads of shared memory for";

Ran product(const char* kernel, const char* grid, const std::string& n) {
  const std::string all = "f32[" + n + "*" + n + "]=";
  return Ran({kernel,
              grid,
              "16,16",
              {all + "random(1,0,1)", all + "random(2,0,1)", all + "zero", "s32:" + n},
              "reuse"},
             true);
}
Ran window(const char* kernel, const char* grid) {
  return Ran({kernel, grid, "128", {"f32[131200]=random(1,0,1)", "f32[131072]=zero"}, "reuse"},
             true);
}

}  // namespace

TEST_CASE("advice: several results a thread, where each multiply-add loads from shared memory") {
  check_first(product("product", "32,32", "512"), kWords,
              product("product_mended", "16,16", "512"));
  check_first(window("window", "1024"), kWords, window("window_mended", "256"));
}

TEST_CASE("advice: a launch that has few warps has none to spare for several results a thread") {
  const Ran ran = product("product", "12,12", "512");
  const Advice* const told = ran.about(kWords);
  INFO(ran.titles());
  REQUIRE(told != nullptr);
  CHECK(told->kind == GainKind::Later);
  CHECK_THAT(told->text,
             Catch::Matchers::Contains("too small for it: a quarter of its 1,152 warps"));
}

TEST_CASE("advice: values that one thread reads once are used for nothing else") {
  const Ran ran({"once",
                 "160",
                 "128",
                 {"f32[655360]=random(1,0,1)", "f32[128]=random(2,0,1)", "f32[20480]=zero"},
                 "reuse"},
                true);
  INFO(ran.titles());
  CHECK(ran.about(kWords) == nullptr);
}
