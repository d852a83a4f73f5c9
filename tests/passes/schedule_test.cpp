// Which instructions loads pass on their way up.
#include "sim/assembler/schedule.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {

/// Whether the load in the last line of `body` comes first.
bool rises(const std::string& body) {
  Program p = kernel(body + "ld.global.u32 %r2, [%rd1];\nst.shared.u32 [%r3], %r2;\nret;");
  FlowGraphs flow(p);
  hoist_loads(p, flow);
  return p.code.front().kind == Kind::Load;
}

}  // namespace

TEST_CASE("hoisting: a load passes arithmetic, a clock stays before it") {
  CHECK(rises("add.u32 %r1, %r1, 1;\n"));
  CHECK_FALSE(rises("mov.u32 %r1, %clock;\n"));
}

TEST_CASE("hoisting: what the address comes from is not read before a store that it may meet") {
  const auto behind_store = [](const std::string& space) {
    return !rises("st." + space +
                  ".u32 [%r4], %r1;\nld.shared.u32 %r5, [%r6];\n"
                  "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd1, %rd1, %rd2;\n");
  };
  CHECK(behind_store("shared"));
  CHECK_FALSE(behind_store("local"));
}

TEST_CASE("hoisting: a load stays behind arithmetic that may call a routine") {
  CHECK_FALSE(rises("div.rn.f32 %f1, %f1, %f2;\n"));
  CHECK_FALSE(rises("sqrt.rn.f32 %f1, %f2;\n"));
  CHECK_FALSE(rises("rcp.rn.f32 %f1, %f2;\n"));
  CHECK_FALSE(rises("rem.u64 %rd2, %rd2, %rd3;\n"));
  CHECK(rises("div.full.f32 %f1, %f1, %f2;\n"));
  CHECK(rises("sqrt.approx.f32 %f1, %f2;\n"));
  CHECK(rises("div.u32 %r1, %r1, %r3;\n"));
  CHECK(rises("add.rn.f32 %f1, %f1, %f2;\n"));
}
