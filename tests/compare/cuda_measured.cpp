// The CUDA originals as nvcc -O3 compiles them, measured on an H200
// (tools/hardware/measure_cuda.sh), beside their PTX in the simulator with short branches
// predicated. At least 95% of the exact (kernel, metric) pairs are equal; docs/DEVIATIONS.md
// explains the others.
#include "tests/compare/pairs.h"

using namespace simt;

namespace {

const std::vector<test::Reason> kReasons{
    // Local arrays live in registers.
    {"latency_ilp_", "l1tex__t_requests_pipe_lsu_mem_local"},
    {"latency_ilp_", "l1tex__t_sectors_pipe_lsu_mem_local"},
    {"latency_ilp_", "memory_l2_theoretical_sectors_local"},
    {"latency_ilp_", "sass__inst_executed_local"},
    {"latency_ilp_", "smsp__sass_inst_executed_op_local"},
    {"sine", "l1tex__t_requests_pipe_lsu_mem_local"},
    {"sine", "l1tex__t_sectors_pipe_lsu_mem_local"},
    {"sine", "memory_l2_theoretical_sectors_local"},
    {"sine", "sass__inst_executed_local"},
    {"sine", "smsp__sass_inst_executed_op_local"},
    // In the routine for large arguments, which is long, it keeps a branch around ten instructions.
    {"sine", "smsp__branch_targets_threads_divergent"},
    {"sine", "smsp__sass_branch_targets_threads_divergent"},
    // Four words are stored at once; here the loop after them moves their address on.
    {"local_array", "sass__inst_executed_local_stores"},
    {"local_array", "smsp__sass_inst_executed_op_local_st"},
    // The branch around the load of the innermost loop stays a branch.
    {"blur", "smsp__branch_targets_threads_divergent"},
    {"blur", "smsp__sass_branch_targets_threads_divergent"},
    // How often a lane looks at a lock depends on time: one look more.
    {"linked_list", "l1tex__t_requests_pipe_lsu_mem_global_op_atom"},
    {"linked_list", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom"},
    {"linked_list", "memory_"},
    {"mutex_fair", "l1tex__t_requests_pipe_lsu_mem_global_op_ld"},
    {"mutex_fair", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld"},
    {"mutex_fair", "sass__inst_executed_global_loads"},
    {"mutex_fair", "smsp__sass_inst_executed_op_global_ld"},
    {"mutex_fair", "memory_"},
    // Byte stores: hardware's number differs between two runs of the same launch.
    {"blur", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    {"color_to_grey", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
};

}  // namespace

TEST_CASE("973 exact metrics of nvcc's code equal an H200's") {
  const std::vector<ncu::Report> reports{
      ncu::read_report_file(test::kHardware + "h200/cuda.csv.gz")};
  REQUIRE(reports[0].launches.size() >= 50);
  test::Pairs pairs(kReasons);
  for (const ncu::Launch& launch : reports[0].launches)
    pairs.add(test::nvcc_kernel("cuda", launch.kernel), reports);
  pairs.check(50 * reports[0].launches.size());
}

TEST_CASE("974 ncu's source page names the lines whose counts differ") {
  const std::vector<ncu::Report> reports{
      ncu::read_report_file(test::kHardware + "h200/cuda.csv.gz"),
      ncu::read_report_file(test::kHardware + "h200/cuda_source.csv.gz")};
  const auto lines_of = [&](const std::string& kernel) {
    Session session(test::nvcc_kernel("cuda", kernel));
    const RunResult run = session.run({});
    return compare::compare_lines({session.program(), session.arch(), run, {}}, reports, kernel);
  };
  CHECK(lines_of("vector_add").empty());
  // Its atomics are a header's inlined functions, with a page of their own.
  CHECK(lines_of("reduce_v2").empty());
  const std::vector<compare::LineRow> blur = lines_of("blur");
  REQUIRE(blur.size() == 1);
  CHECK(blur[0].place == "blur.cu:9");
  CHECK(blur[0].column == "Divergent Branches");
  CHECK(blur[0].simulated == 0);
  CHECK(blur[0].measured == 212);
}
