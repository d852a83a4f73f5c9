// docs/lessons, performance guidelines (CUDA guide, chapter 5): memory and instructions.
#include "tests/kernels/run_kernel.h"

using namespace simt;
using simt::test::finish;
using simt::test::Run;

namespace {
double sectors_per_request(const RunResult& r) {
  return static_cast<double>(r.counters[Counter::global_ld_sectors]) /
         static_cast<double>(r.counters[Counter::global_ld_requests]);
}
double bytes_per_sector(const RunResult& r) {
  return static_cast<double>(r.counters[Counter::global_ld_bytes]) /
         static_cast<double>(r.counters[Counter::global_ld_sectors]);
}
Run copy_with(const char* kernel, unsigned value) {
  Run run{kernel};
  run.args = {"u32[600000]=iota(0,1)", "u32[16384]=zero", "u32:" + std::to_string(value)};
  return run;
}
}  // namespace

TEST_CASE("offset: a shifted warp touches five sectors, an aligned one four") {
  CHECK(sectors_per_request(finish(copy_with("copy_offset", 0))) == 4);
  CHECK(sectors_per_request(finish(copy_with("copy_offset", 8))) == 4);
  CHECK(sectors_per_request(finish(copy_with("copy_offset", 1))) == 5);
  CHECK(sectors_per_request(finish(copy_with("copy_offset", 31))) == 5);
}

TEST_CASE("stride: sectors rise until each lane has its own, useful bytes fall to 4 of 32") {
  for (const auto& [stride, sectors] : {std::pair{1u, 4}, {2u, 8}, {4u, 16}, {8u, 32}, {32u, 32}})
    CHECK(sectors_per_request(finish(copy_with("copy_stride", stride))) == sectors);
  CHECK(bytes_per_sector(finish(copy_with("copy_stride", 1))) == 32);
  CHECK(bytes_per_sector(finish(copy_with("copy_stride", 8))) == 4);
}

TEST_CASE("array of structures: 16 sectors a load, structure of arrays: 4") {
  CHECK(sectors_per_request(finish({"array_of_structures"})) == 16);
  CHECK(sectors_per_request(finish({"structure_of_arrays"})) == 4);
}

TEST_CASE("a misaligned access is a fault that names lane and address") {
  const std::string arch = GENERATE("pascal", "volta");
  Session session(simt::test::options_of({"misaligned", arch}));
  const RunResult r = session.run({});
  CHECK(r.status == RunStatus::Fault);
  INFO(r.explanation);
  CHECK(r.explanation.find("lane 1") != std::string::npos);
  CHECK(r.explanation.find("align") != std::string::npos);
  CHECK(r.explanation.find("misaligned.ir:24") != std::string::npos);
}

TEST_CASE("rows: padding to a line saves the sectors that straddle") {
  const RunResult plain = finish({"rows_unpitched"}), pitched = finish({"rows_pitched"});
  // Rows of 200 bytes start on a sector when 200 * row is a multiple of 32: every fourth row.
  CHECK(pitched.counters[Counter::global_ld_sectors] == 64 * 7);
  CHECK(plain.counters[Counter::global_ld_sectors] > pitched.counters[Counter::global_ld_sectors]);
}

TEST_CASE("local memory is coalesced when the index is the same in all lanes") {
  const RunResult uniform = finish({"local_array"}), divergent = finish({"local_array_divergent"});
  CHECK(uniform.counters[Counter::local_ld_requests] == 16);
  CHECK(uniform.counters[Counter::local_ld_sectors] == 16 * 4);
  CHECK(uniform.counters[Counter::local_st_sectors] == 16 * 4);
  // Each lane one row further: 32 lanes over 16 rows of 128 bytes, two lanes in each row.
  CHECK(divergent.counters[Counter::local_ld_sectors] == 16 * 32);
}

TEST_CASE("constant memory: one pass for each distinct address") {
  const RunResult uniform = finish({"constant_uniform"}), each = finish({"constant_divergent"});
  CHECK(uniform.counters[Counter::const_requests] == 2);
  CHECK(uniform.counters[Counter::const_passes] == 2);
  CHECK(each.counters[Counter::const_passes] == 64);
}

TEST_CASE("division expands to many machine instructions, a power of two does not") {
  const auto expansion = [](const RunResult& r) {
    return static_cast<double>(r.counters[Counter::machine_inst]) /
           static_cast<double>(r.counters[Counter::inst_executed]);
  };
  CHECK(expansion(finish({"divide"})) > 2.5);
  CHECK(expansion(finish({"divide_power_of_two"})) < 1.5);
}

TEST_CASE("read-only path: a tile walk touches fewer sectors and hits more than a row walk") {
  const RunResult rows = finish({"walk_rows", "h200"}), tiles = finish({"walk_tiles", "h200"});
  CHECK(rows.counters[Counter::global_ld_requests] == tiles.counters[Counter::global_ld_requests]);
  CHECK(rows.counters[Counter::l2_sectors_read] != tiles.counters[Counter::l2_sectors_read]);
}

TEST_CASE("more warps or more independent instructions raise issue utilisation") {
  const auto utilisation = [](const Run& run) {
    const RunResult r = finish(run);
    return static_cast<double>(r.counters[Counter::issue_active]) /
           static_cast<double>(r.counters[Counter::smsp_cycles_active]);
  };
  Run one{"latency_ilp_1"}, four{"latency_ilp_4"};
  one.block = four.block = "128";  // one warp a scheduler
  const double few = utilisation(one), independent = utilisation(four);
  one.block = "512";
  const double many = utilisation(one);
  CHECK(independent > 1.2 * few);
  CHECK(many > 1.8 * few);
}
