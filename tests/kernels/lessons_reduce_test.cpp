// docs/lessons, the reduce article: requests, sectors, conflicts, active lanes, occupancy.
#include "tests/kernels/run_kernel.h"

using namespace simt;
using simt::test::finish;
using simt::test::Run;

namespace {
constexpr const char* kReductions[] = {
    "reduce_naive",      "reduce_v2",        "reduce_eliminate_divergence",
    "reduce_vectorized", "reduce_coarsened", "reduce_shuffle"};

Run eliminate(unsigned len, unsigned block) {
  Run run{"reduce_eliminate_divergence"};
  run.grid = std::to_string((len + block - 1) / block);
  run.block = std::to_string(block);
  run.args = {"s32[" + std::to_string(len) + "]=iota(0,1)", "s32[1]=zero",
              "s32:" + std::to_string(len)};
  return run;
}
std::uint64_t conflicts(const RunResult& r) {
  return r.counters[Counter::shared_ld_conflicts] + r.counters[Counter::shared_st_conflicts];
}
}  // namespace

TEST_CASE("every reduction of the article is right under both models") {
  const std::string arch = GENERATE("pascal", "volta");
  for (const char* name : kReductions) finish({name, arch});
}

TEST_CASE("blocks of 8: as many sectors as requests, blocks of 32: four times as many") {
  const unsigned len = GENERATE(1000u, 100000u, 1048576u);
  const RunResult small = finish(eliminate(len, 8));
  CHECK(small.counters[Counter::global_ld_requests] == (len + 7) / 8);
  CHECK(small.counters[Counter::global_ld_sectors] == (len + 7) / 8);
  const RunResult whole = finish(eliminate(len, 32));
  CHECK(whole.counters[Counter::global_ld_requests] == (len + 31) / 32);
  CHECK(whole.counters[Counter::global_ld_sectors] == (len + 7) / 8);
}

TEST_CASE("shared memory: wavefronts and conflicts of each pattern") {
  struct Row {
    const char* kernel;
    unsigned stride, wavefronts, ideal;  // of the one load
  };
  const Row row = GENERATE(
      Row{"bank_stride", 1, 1, 1}, Row{"bank_stride", 2, 2, 1}, Row{"bank_stride", 3, 1, 1},
      Row{"bank_stride", 4, 4, 1}, Row{"bank_stride", 8, 8, 1}, Row{"bank_stride", 16, 16, 1},
      Row{"bank_stride", 31, 1, 1}, Row{"bank_stride", 32, 32, 1}, Row{"bank_column", 0, 32, 1},
      Row{"bank_column_padded", 0, 1, 1}, Row{"bank_bytes", 0, 1, 1}, Row{"bank_doubles", 0, 2, 2},
      Row{"bank_broadcast", 0, 1, 1});
  Run run{row.kernel};
  if (row.stride != 0) run.args = {"u32[32]=zero", "u32:" + std::to_string(row.stride)};
  const RunResult r = finish(run);
  INFO(row.kernel << " stride " << row.stride);
  CHECK(r.counters[Counter::shared_ld_wavefronts] == row.wavefronts);
  CHECK(r.counters[Counter::shared_ld_conflicts] == row.wavefronts - row.ideal);
}

TEST_CASE("the article's conflict-free store has no address conflicts, whatever ncu adds") {
  const RunResult r = finish({"reduce_eliminate_divergence"});
  CHECK(r.counters[Counter::shared_st_conflicts] == 0);
  CHECK(conflicts(finish({"reduce_v2"})) == 0);
}

TEST_CASE("growing stride thins the warps, halving stride keeps them whole") {
  const RunResult growing = finish({"reduce_growing_stride"});
  const RunResult halving = finish({"reduce_halving_stride"});
  const auto lanes = [](const RunResult& r) {
    return static_cast<double>(r.counters[Counter::thread_inst_executed]) /
           static_cast<double>(r.counters[Counter::inst_executed]);
  };
  CHECK(lanes(growing) < 25);
  CHECK(lanes(halving) > 28);
}

TEST_CASE("warps of 8 show the article's figure") {
  // Growing stride in a block of 8: rounds with 4, 2 and 1 adding lanes in the one warp.
  Run run{"reduce_growing_stride"};
  run.block = "8";
  run.warp_size = 8;
  run.args = {"f32[8]=iota(1,1)", "f32[1]=zero"};
  run.keep_checks = false;
  const RunResult r = finish(run);
  CHECK(r.counters[Counter::warps_launched] == 1);
  CHECK(r.counters[Counter::padded_lanes] == 0);
  CHECK(r.counters[Counter::branch_divergent] == 3);
}

TEST_CASE(
    "vectorized allows fewer blocks by shared memory, yet the block limit decides on CC 8.9") {
  // The article blames shared memory for idle SMs. Its blocks of 32 threads use 512 bytes; with the
  // reserved 1 KiB 66 of them would fit, but an SM of CC 8.9 holds 24 blocks in any case.
  const Occupancy v = finish({"reduce_vectorized", "rtx4060"}).launch.occupancy;
  const Occupancy c = finish({"reduce_coarsened", "rtx4060"}).launch.occupancy;
  CHECK(v.shared_allocated_per_cta == 1536);
  CHECK(c.shared_allocated_per_cta == 1152);
  CHECK(v.ctas_per_sm == 24);
  CHECK(c.ctas_per_sm == 24);
  CHECK(v.limiters == std::vector<std::string>{"blocks"});
}

TEST_CASE("coarsening: loads of M fall by the factor, loads of N stay") {
  const RunResult base = finish({"matmul_tiled"});
  // 64 blocks of 8 warps load 8 tiles of each of M and N.
  CHECK(base.counters[Counter::global_ld_requests] == 64 * 8 * 8 * 2);
  for (unsigned factor : {2u, 4u, 8u}) {
    const RunResult r = finish({"matmul_coarsened_" + std::to_string(factor)});
    CHECK(r.counters[Counter::global_ld_requests] == 64 * 8 * 8 / factor + 64 * 8 * 8);
    CHECK(r.launch.registers_per_thread >= base.launch.registers_per_thread);
  }
}
