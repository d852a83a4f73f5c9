// The sections of the details page.
#include "sim/ncu/sections.h"

#include <catch2/catch.hpp>

using namespace simt::ncu;

TEST_CASE("931 rows of a section stand by metric name, as ncu writes them") {
  for (const SectionInfo& s : sections())
    for (std::size_t i = 1; i < s.metrics.size(); ++i) {
      INFO(s.name << ": " << s.metrics[i].label);
      CHECK(s.metrics[i - 1].metric < s.metrics[i].metric);
    }
}

TEST_CASE("932 a label means what its section says") {
  CHECK(metric_of_label("Memory Workload Analysis", "Memory Throughput") ==
        "dram__bytes.sum.per_second");
  CHECK(metric_of_label("GPU Speed Of Light Throughput", "Memory Throughput") ==
        "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed");
  CHECK(metric_of_label("", "Achieved Occupancy") ==
        "sm__warps_active.avg.pct_of_peak_sustained_active");
  CHECK(metric_of_label("Launch Statistics", "Stack Size").empty());
}

TEST_CASE("933 every metric has a section where it is looked for") {
  CHECK(section_of_metric("sm__warps_active.avg.pct_of_peak_sustained_active") == "Occupancy");
  CHECK(section_of_metric("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") ==
        "Memory Workload Analysis");
  CHECK(section_of_metric("launch__grid_dim_x") == "Launch Statistics");
  CHECK(section_of_metric("smsp__average_warps_issue_stalled_wait_per_issue_active.ratio") ==
        "Warp State Statistics");
  CHECK(section_of_metric("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum") ==
        "Instruction Statistics");
}
