// The kernels of tests/hardware/unseen as nvcc -O3 compiles them, measured on an H200, beside their
// PTX in the simulator with short branches predicated. At least 95% of the exact (kernel, metric)
// pairs are equal; docs/DEVIATIONS.md explains the others.
#include "tests/compare/pairs.h"

using namespace simt;

namespace {

std::vector<test::Reason> reasons() {
  std::vector<test::Reason> out{
      // What a warp sees of others' stores, or where its own go, depends on time.
      {"bfs_step", ""},
      {"compact_ballot", "memory_"},
      {"compact_ballot", "derived__memory_l2"},
      {"compact_ballot", "smsp__sass_average_data_bytes"},
      // The assembler keeps a stack in local memory; how far lanes drift apart in it changes from
      // launch to launch.
      {"recursive_fibonacci", ""},
      // It unrolls the loop.
      {"spmv_csr_scalar", ""},
      // It keeps a branch, or makes one for rare operands of a division or a root.
      {"count_pattern", "smsp__branch_targets_threads_divergent"},
      {"count_pattern", "smsp__sass_branch_targets_threads_divergent"},
      {"mandelbrot", "smsp__branch_targets_threads_divergent"},
      {"mandelbrot", "smsp__sass_branch_targets_threads_divergent"},
  };
  // Hardware's number of stored sectors is not stable; the theoretical one is equal.
  for (const char* const kernel :
       {"compact_ballot", "scan_blelloch", "scatter_bit_reversed", "softmax_rows",
        "spmv_csr_vector", "stencil_naive", "transpose_naive", "upsweep_syncwarp"})
    out.push_back({kernel, "l1tex__t_sectors_pipe_lsu_mem_global_op_st"});
  return out;
}

}  // namespace

TEST_CASE("975 exact metrics of kernels that the model had not seen equal an H200's") {
  const std::vector<ncu::Report> reports{
      ncu::read_report_file(test::kHardware + "h200/unseen.csv.gz")};
  REQUIRE(reports[0].launches.size() >= 40);
  test::Pairs pairs(reasons());
  for (const ncu::Launch& launch : reports[0].launches)
    pairs.add(test::nvcc_kernel("unseen", launch.kernel), reports);
  pairs.check(50 * reports[0].launches.size());
}
