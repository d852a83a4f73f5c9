// docs/lessons, warps and SIMD hardware (PMPP 5.3): each claim with its figure.
#include "tests/kernels/run_kernel.h"

using namespace simt;
using simt::test::finish;
using simt::test::Run;

namespace {
struct VectorAdd {
  unsigned n, blocks, warps, divergent;
};
Run vector_add(unsigned n, unsigned blocks) {
  Run run{"vector_add"};
  const std::string count = std::to_string(n);
  run.grid = std::to_string(blocks);
  run.args = {"f32[" + count + "]=iota(0,1)", "f32[" + count + "]=iota(1000,2)",
              "f32[" + count + "]=zero", "s32:" + count};
  return run;
}
Run picture(unsigned width, unsigned height) {
  Run run{"color_to_grey"};
  run.grid = std::to_string((width + 15) / 16) + "," + std::to_string((height + 15) / 16);
  const unsigned pixels = width * height;
  run.args = {"u8[" + std::to_string(3 * pixels) + "]=random(1,0,256)",
              "u8[" + std::to_string(pixels) + "]=zero", "u32:" + std::to_string(width),
              "u32:" + std::to_string(height)};
  run.keep_checks = width == 76;  // the header's check is for its own size
  return run;
}
}  // namespace

TEST_CASE("a block of 48 threads is two warps, the second with 16 lanes that never run") {
  Run run{"bank_broadcast"};
  run.block = "48";
  run.args = {"u32[48]=zero"};
  run.keep_checks = false;
  const RunResult r = finish(run);
  CHECK(r.counters[Counter::warps_launched] == 2);
  CHECK(r.counters[Counter::padded_lanes] == 16);
}

TEST_CASE("vector addition: one warp diverges at the end of the data, at most") {
  const VectorAdd row = GENERATE(VectorAdd{100, 2, 4, 1}, VectorAdd{1000, 16, 32, 1},
                                 VectorAdd{1003, 16, 32, 1}, VectorAdd{10000, 157, 314, 1});
  const std::string arch = GENERATE("pascal", "volta");
  Run run = vector_add(row.n, row.blocks);
  run.arch = arch;
  const RunResult r = finish(run);
  CHECK(r.counters[Counter::warps_launched] == row.warps);
  CHECK(r.counters[Counter::divergent_warps] == row.divergent);
}

TEST_CASE("pictures: the warps that straddle the right edge diverge") {
  const RunResult small = finish(picture(76, 62));
  CHECK(small.counters[Counter::warps_launched] == 160);
  CHECK(small.counters[Counter::divergent_warps] == 31);
  const RunResult large = finish(picture(200, 150));
  CHECK(large.counters[Counter::warps_launched] == 1040);
  CHECK(large.counters[Counter::divergent_warps] == 75);  // the text counts 80
}

TEST_CASE("a loop of 6, 7 or 8 trips runs its last trips with fewer lanes") {
  const std::string arch = GENERATE("pascal", "volta");
  Run run{"loop_trips"};
  run.arch = arch;
  const RunResult r = finish(run);
  // Lanes with i % 3 == 0 (11 of 32) leave after 6 trips, 11 more after 7, the last 10 after 8.
  CHECK(r.counters[Counter::branch_divergent] == 2);
  Session session(simt::test::options_of(run));
  const auto& code = session.program().code;
  for (std::size_t pc = 0; pc < code.size(); ++pc) {
    if (code[pc].kind != Kind::Branch) continue;
    CHECK(r.lines[pc].executed == 8);
    CHECK(r.lines[pc].thread_executed == 6 * 32 + 21 + 10);
  }
}

TEST_CASE("a condition on the lane diverges, one on the warp does not") {
  CHECK(finish({"branch_by_lane"}).counters[Counter::branch_divergent] == 1);
  CHECK(finish({"branch_by_warp"}).counters[Counter::branch_divergent] == 0);
}

TEST_CASE("reduction of 512: 95 divergent branches with growing stride, 5 with halving stride") {
  const std::string arch = GENERATE("pascal", "volta");
  CHECK(finish({"reduce_growing_stride", arch}).counters[Counter::branch_divergent] == 95);
  CHECK(finish({"reduce_halving_stride", arch}).counters[Counter::branch_divergent] == 5);
}

TEST_CASE("both reductions of 512 do 511 additions") {
  for (const char* name : {"reduce_growing_stride", "reduce_halving_stride"}) {
    const RunResult r = finish({name});
    Session session(simt::test::options_of({name}));
    std::uint64_t additions = 0;
    for (std::size_t pc = 0; pc < r.lines.size(); ++pc) {
      const Inst& inst = session.program().code[pc];
      if (inst.op.type == ScalarType::F32 && inst.op_class == OpClass::Fp32)
        additions += r.lines[pc].thread_pred_on;
    }
    CHECK(additions == 511);
  }
}

TEST_CASE("reduceSum is right for n that is no multiple of the block") {
  for (unsigned n : {1u, 255u, 256u, 257u, 1000u, 1023u}) {
    Run run{"reduce_sum"};
    run.args = {"f32[" + std::to_string(n) + "]=const(1)", "f32[4]=zero",
                "s32:" + std::to_string(n)};
    run.keep_checks = false;
    Session session(simt::test::options_of(run));
    REQUIRE(session.run({}).status == RunStatus::Finished);
    const CheckResult sum =
        evaluate_check({"sum(out) == " + std::to_string(n)}, session.launch(), session.memory());
    INFO(n << ": " << sum.message);
    CHECK(sum.passed);
  }
}

TEST_CASE("lanes follow the linearised thread index") {
  finish({"thread_map"});  // its check is the map of a block of 4 x 8 x 2
  Run square{"thread_map"};
  square.block = "8,8";
  square.keep_checks = false;
  Session session(simt::test::options_of(square));
  REQUIRE(session.run({}).status == RunStatus::Finished);
  // Warp 0 is T(0,0) to T(3,7), rows first: lane 31 is x = 7, y = 3; lane 32 begins row 4.
  for (const char* text : {"out[31] == 7 + 256 * 3", "out[32] == 256 * 4"}) {
    const CheckResult result = evaluate_check({text}, session.launch(), session.memory());
    INFO(text << ": " << result.message);
    CHECK(result.passed);
  }
}
