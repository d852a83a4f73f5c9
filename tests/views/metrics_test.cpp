// The metric table: names, and figures worked out by hand from the sample run.
#include <catch2/catch.hpp>
#include <set>

#include "sample.h"

using namespace simt;

TEST_CASE("301 every metric has a unique name, a text, and a value on an empty run") {
  const ArchConfig arch = sample::arch();
  const RunResult nothing;
  std::set<std::string> names;
  for (const Metric& m : metrics()) {
    INFO(m.name);
    CHECK(names.insert(m.name).second);
    CHECK_FALSE(m.text.empty());
    CHECK(m.value({nothing, arch}) == m.value({nothing, arch}));  // a number, not NaN
    CHECK(find_metric(m.name) == &m);
  }
  CHECK(find_metric("no__such.metric") == nullptr);
  CHECK(names.size() > kNumCounters + 3 * kNumStalls);
}

TEST_CASE("the L1 hit rate is that of every sector, global stores and reductions never hit") {
  RunResult run = sample::run();  // 512 sectors of global loads
  run.counters[Counter::global_ld_hits] = 128;
  run.counters[Counter::global_ld_misses] = 384;
  run.counters[Counter::global_st_sectors] = 64;
  run.counters[Counter::global_red_sectors] = 64;
  run.counters[Counter::local_ld_sectors] = 64;
  run.counters[Counter::local_ld_hits] = 48;
  run.counters[Counter::local_st_sectors] = 64;
  run.counters[Counter::local_st_hits] = 16;
  const ArchConfig arch = sample::arch();
  const Measured m{run, arch};
  CHECK(value_of("l1tex__t_sector_hit_rate.pct", m) == 25);
  CHECK(value_of("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", m) == 25);
}

TEST_CASE("what constant caches ask of L2 is not counted as L1's") {
  RunResult run = sample::run();  // 16 requests, 128 sectors found, 384 not
  run.counters[Counter::l2_constant_requests] = 4;
  run.counters[Counter::l2_constant_hits] = 8;
  run.counters[Counter::l2_constant_misses] = 16;
  const ArchConfig arch = sample::arch();
  const Measured m{run, arch};
  CHECK(value_of("lts__t_requests_srcunit_tex.sum", m) == 12);
  CHECK(value_of("lts__t_sectors_srcunit_tex_lookup_hit.sum", m) == 120);
  CHECK(value_of("lts__t_sectors_srcunit_tex_lookup_miss.sum", m) == 368);
  CHECK(value_of("lts__t_sector_hit_rate.pct", m) == 25);
}

TEST_CASE("302 derived metrics are what their definitions say") {
  const ArchConfig arch = sample::arch();
  const RunResult run = sample::run();
  const Measured m{run, arch};
  const auto value = [&](const char* name) { return value_of(name, m); };
  CHECK(value("smsp__inst_executed.sum") == 64);
  CHECK(value("smsp__thread_inst_executed_per_inst_executed.ratio") == 24);
  CHECK(value("smsp__thread_inst_executed_pred_on_per_inst_executed.ratio") == 20);
  CHECK(value("smsp__sass_average_branch_targets_threads_uniform.pct") == Approx(100.0 * 8 / 24));
  CHECK(value("simt__divergent_branches.pct") == 50);
  CHECK(value("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio") == 32);
  CHECK(value("smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio") == 4);
  CHECK(value("derived__memory_l2_theoretical_sectors_global_excessive") == 448);
  CHECK(value("derived__memory_l1_wavefronts_shared_excessive") == 496);
  CHECK(value("l1tex__t_sector_hit_rate.pct") == 0);
  CHECK(value("lts__t_sector_hit_rate.pct") == 25);
  CHECK(value("gpu__time_duration.sum") == Approx(24576));
  CHECK(value("sm__cycles_elapsed.max") == 24576);
  CHECK(value("sm__cycles_active.avg") == 100);
  CHECK(value("dram__throughput.avg.pct_of_peak_sustained_elapsed") == Approx(50));
  CHECK(value("dram__bytes.sum.per_second") == Approx(0.5e9));
  CHECK(value("sm__warps_active.avg.per_cycle_active") == 16);
  CHECK(value("sm__warps_active.avg.pct_of_peak_sustained_active") == 25);
  CHECK(value("sm__maximum_warps_per_active_cycle_pct") == 50);
  CHECK(value("smsp__issue_active.avg.pct_of_peak_sustained_active") == 10);
  CHECK(value("smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio") == 80);
  CHECK(value("smsp__average_warps_issue_stalled_selected_per_issue_active.ratio") == 1);
  CHECK(value("smsp__average_warp_latency_issue_stalled_long_scoreboard.ratio") == 320);
  CHECK(value("smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct") == 80);
  CHECK(value("smsp__average_warp_latency_per_inst_issued.ratio") == 100);
  CHECK(value("launch__thread_count") == 512);
  CHECK(value("launch__occupancy_limit_shared_mem") == 16);
  CHECK(value("launch__occupancy_limit_barriers") == 32);  // no limit: the block slots
}

TEST_CASE("302 roll-ups and rates follow from the counter by rule") {
  const ArchConfig arch = sample::arch();
  const RunResult run = sample::run();
  const Measured m{run, arch};
  const auto value = [&](const char* name) { return value_of(name, m); };
  // 64 instructions on 4 SMs of 4 schedulers, 24576 ns at 1 GHz; 400 active SM cycles, 640 of
  // schedulers.
  CHECK(value("smsp__inst_executed.avg") == 4);
  CHECK(value("smsp__inst_executed.sum.per_second") == Approx(64 / 24576e-9));
  CHECK(value("smsp__inst_executed.sum.per_cycle_elapsed") == Approx(64.0 / 24576));
  CHECK(value("smsp__inst_executed.avg.per_cycle_active") == Approx(64.0 / 640));
  CHECK(value("smsp__inst_executed.sum.per_cycle_active") == Approx(16 * 64.0 / 640));
  CHECK(value("smsp__inst_executed.avg.pct_of_peak_sustained_active") == Approx(10));
  CHECK(value("smsp__inst_executed.sum.pct_of_peak_sustained_active") == Approx(10));
  CHECK(value("sm__inst_executed.avg.per_cycle_active") == Approx(64.0 / 400));
  CHECK(value("sm__inst_executed.avg.pct_of_peak_sustained_elapsed") ==
        Approx(100 * 64.0 / (4 * 4 * 24576)));
  CHECK(value("sm__warps_active.avg.peak_sustained") == 64);
  CHECK(value("smsp__warps_active.sum.peak_sustained") == 256);
  CHECK(value("sm__cycles_active.max") == 120);
  CHECK(value("sm__cycles_active.min") == 85);
  CHECK(value("l1tex__cycles_active.min") == 85);
  CHECK(value("sm__inst_executed.max") == 20);
  CHECK(value("sm__inst_executed.max.per_second") == Approx(20 / 24576e-9));
  CHECK(value("sm__inst_executed.max.per_cycle_active") == Approx(20.0 / 100));  // of the average
  CHECK(value("sm__inst_executed.min.pct_of_peak_sustained_elapsed") ==
        Approx(100 * 12.0 / (4 * 24576)));
  CHECK(value("sm__warps_active.max.peak_sustained") == 64);
  CHECK(value("gpc__cycles_elapsed.min") == 24576);
  CHECK(value("sm__cycles_elapsed.sum") == 4 * 24576);
  CHECK(value("sm__cycles_elapsed.avg.per_second") == Approx(1e9));
  CHECK(value("dram__bytes.sum.peak_sustained") == Approx(1));  // 1 GB/s at 1 GHz
  CHECK(value("dram__bytes_read.sum.pct_of_peak_sustained_elapsed") == Approx(50));
  CHECK(value("l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum") == 512 * 32);
  CHECK(find_metric("lts__t_sectors.avg") == nullptr);       // slices of L2 are not modelled
  CHECK(find_metric("smsp__inst_executed.max") == nullptr);  // nor kept for each scheduler
  CHECK(find_metric("smsp__inst_executed.min") == nullptr);
  CHECK(find_metric("smsp__inst_executed.avg.ratio") == nullptr);
}

TEST_CASE("307 instructions by kind come from the program") {
  const ArchConfig arch = sample::arch();
  const RunResult run = sample::run();
  const Program program = sample::program();
  CHECK(value_of("smsp__sass_thread_inst_executed_op_memory_pred_on.sum", {run, arch, &program}) ==
        0);
  Program p = program;
  p.code[0].op_class = p.code[1].op_class = OpClass::Memory;
  p.code[0].memory.type = ScalarType::F32;
  p.code[1].memory.type = ScalarType::F64;
  RunResult r = run;
  r.lines[0].thread_pred_on = 500;
  r.lines[1].thread_pred_on = 12;
  const Measured m{r, arch, &p};
  CHECK(value_of("smsp__sass_thread_inst_executed_op_memory_pred_on.sum", m) == 512);
  CHECK(value_of("smsp__sass_inst_executed_op_memory_32b.sum", m) == 16);
  CHECK(value_of("smsp__sass_inst_executed_op_memory_64b.sum", m) == 16);
  CHECK(value_of("smsp__sass_inst_executed_op_memory_128b.sum", m) == 0);
}

TEST_CASE("303 numbers for files are plain") {
  const Metric count{"a", "", "", CounterClass::Exact, false, true, nullptr};
  const Metric fraction{"b", "", "", CounterClass::Exact, false, false, nullptr};
  CHECK(plain_number(count, 1048576) == "1048576");
  CHECK(plain_number(fraction, 2.5) == "2.5");
  CHECK(plain_number(fraction, 4) == "4");
  CHECK(plain_number(fraction, 0) == "0");
  CHECK(plain_number(fraction, 1.0 / 3) == "0.333333");
  CHECK(plain_number(fraction, 1.125) == "1.1250");  // never what could be thousands
}
