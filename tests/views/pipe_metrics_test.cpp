// The metrics by pipe count what the model charged its pipes with.
#include <catch2/catch.hpp>

#include "sim/assembler/issue_info.h"
#include "sim/views/metrics.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// sm__inst_executed_pipe_PIPE.sum of one warp that runs `text` on `arch`, less that of no text.
double executed(const std::string& text, const std::string& pipe, const std::string& arch) {
  const auto count = [&](const std::string& body) {
    Session session = test::open({"//! grid 1\n//! block 32\n",
                                  ".visible .entry k() {\n.reg .b32 %a; .reg .b64 %l; "
                                  ".reg .f32 %f; .reg .f64 %d; .reg .pred %p;\n" +
                                      body + "\nret;\n}\n",
                                  arch});
    const RunResult result = session.run({});
    const Metric* const metric = find_metric("sm__inst_executed_pipe_" + pipe + ".sum");
    REQUIRE(metric != nullptr);
    return metric->value({result, session.arch(), &session.program()});
  };
  return count(text) - count("");
}

}  // namespace

TEST_CASE("pipe metrics: an expansion counts on each of its pipes") {
  CHECK(executed("max.f64 %d, %d, %d;", "fp64", "t4") == 1);
  CHECK(executed("max.f64 %d, %d, %d;", "alu", "t4") == 3);
  CHECK(executed("max.f64 %d, %d, %d;", "fma", "t4") == 3);
  CHECK(executed("div.rn.f64 %d, %d, %d;", "xu", "h200") == 1);
  CHECK(executed("div.rn.f64 %d, %d, %d;", "cbu", "h200") == 1);
  CHECK(executed("popc.b64 %a, %l;", "xu", "h200") == 2);
}

TEST_CASE("pipe metrics: moves, votes and fast conversions are where the model has them") {
  CHECK(executed("mov.b32 %a, 5;", "alu", "h200") == 1);
  CHECK(executed("vote.sync.any.pred %p, %p, -1;", "alu", "h200") == 1);
  CHECK(executed("vote.sync.any.pred %p, %p, -1;", "adu", "h200") == 0);
  CHECK(executed("cvt.rn.f32.s32 %f, %a;", "alu", "h200") == 1);
  CHECK(executed("cvt.rn.f32.s32 %f, %a;", "xu", "v100") == 1);
  CHECK(executed("redux.sync.add.s32 %a, %a, -1;", "lsu", "h200") == 1);
}

TEST_CASE("pipe metrics: an addition that the model makes a multiplication counts there") {
  const std::string both = "xor.b32 %a, %a, 5; xor.b32 %a, %a, 6; add.u32 %a, %a, 7;";
  CHECK(executed(both, "alu", "h200") == 2);
  CHECK(executed(both, "fma", "h200") == 1);
  CHECK(executed(both, "alu", "p100") == 3);
}
