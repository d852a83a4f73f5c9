// Every kernel beside real reports of an H200 (tests/hardware/h200/about.txt), through the reader
// and the comparison: at assembler level 0 as written, at level 3 with short branches predicated.
// At least 95% of the exact (kernel, metric) pairs are equal; what differs has one of the reasons
// below (docs/DEVIATIONS.md).
#include <catch2/catch.hpp>

#include "tests/compare/pairs.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

// Byte stores: hardware's number differs between two runs of the same launch. Divergence: at level
// 0 the assembler makes a branch of a predicated load or store.
const std::vector<test::Reason> kAsWritten{
    {"blur", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    {"color_to_grey", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    {"reduce_", "smsp__branch_targets_threads_divergent"},
    {"reduce_", "smsp__sass_branch_targets_threads_divergent"},
};

const std::vector<test::Reason> kCompiled{
    // Byte stores, as above.
    {"blur", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    {"color_to_grey", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    // The assembler branches around the load of the innermost loop; elsewhere it predicates more.
    {"blur", "smsp__branch_targets_threads_divergent"},
    {"blur", "smsp__sass_branch_targets_threads_divergent"},
    {"reduce_", "smsp__branch_targets_threads_divergent"},
    {"reduce_", "smsp__sass_branch_targets_threads_divergent"},
    // It joins shared accesses to neighbouring words.
    {"reduce_vectorized", "sass__inst_executed_shared_loads"},
    {"reduce_vectorized", "smsp__sass_inst_executed_op_shared"},
    {"reduce_vectorized", "memory_l1_wavefronts_shared"},
    {"reduce_vectorized", "derived__memory_l1_wavefronts_shared_excessive"},
    // It keeps the words of a small array in registers, or moves them in other pieces.
    {"sine", ""},
    {"local_array_divergent", "l1tex__t_sectors_pipe_lsu_mem_local"},
    // How often a lane looks at a lock depends on time.
    {"linked_list", ""},
    {"mutex_fair", ""},
};

void check_report(const std::string& file, bool as_compiled,
                  const std::vector<test::Reason>& reasons) {
  const std::vector<ncu::Report> reports{
      ncu::read_report_file(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/h200/" + file)};
  test::Pairs pairs(reasons);
  for (const ncu::Launch& launch : reports[0].launches) {
    SessionOptions options = test::options_of({launch.kernel, "h200"});
    options.as_compiled = as_compiled;
    pairs.add(options, reports);
  }
  pairs.check(50 * reports[0].launches.size());
}

}  // namespace

TEST_CASE("961 exact metrics equal an H200's, kernels as written") {
  check_report("opt0.csv.gz", false, kAsWritten);
}

TEST_CASE("962 exact metrics equal an H200's, kernels as the assembler optimises them") {
  check_report("opt3.csv.gz", true, kCompiled);
}
