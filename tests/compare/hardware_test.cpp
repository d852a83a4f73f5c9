// Every kernel beside real reports of an H200 (tests/hardware/h200/about.txt), through the reader
// and the comparison: at assembler level 0 as written, at level 3 with short branches predicated.
// At least 95% of the exact (kernel, metric) pairs are equal; each of the others stands below with
// its reason, and a pair that starts to agree must be taken off the list.
#include <catch2/catch.hpp>
#include <set>

#include "sim/compare/comparison.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

using Pair = std::pair<std::string, std::string>;
using Pairs = std::set<Pair>;

const std::string kStoreSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
const std::string kDivergent = "smsp__sass_branch_targets_threads_divergent.sum";
const std::string kDivergentLine = "smsp__branch_targets_threads_divergent";
const std::string kDivergentAverage = "smsp__sass_branch_targets_threads_divergent.avg";

// Byte stores: hardware's number differs between two runs of the same launch. Divergence: at level
// 0 the assembler makes a branch of a predicated load or store.
const Pairs kAsWritten{
    {"blur", kStoreSectors},
    {"color_to_grey", kStoreSectors},
    {"color_to_grey_coarsened", kStoreSectors},
    {"reduce_growing_stride", kDivergent},
    {"reduce_growing_stride", kDivergentLine},
    {"reduce_halving_stride", kDivergent},
    {"reduce_halving_stride", kDivergentLine},
    {"reduce_sum", kDivergent},
    {"reduce_sum", kDivergentLine},
};

// Level 3 joins shared loads of neighbouring words (matmul_tiled, reduce_vectorized), and unrolls
// the reduction of reduce_naive so that no branch is left to diverge.
Pairs compiled() {
  Pairs out{{"color_to_grey", kStoreSectors},
            {"reduce_naive", kDivergent},
            {"reduce_naive", kDivergentLine},
            {"reduce_naive", kDivergentAverage},
            {"reduce_vectorized", "derived__memory_l1_wavefronts_shared_excessive"},
            {"matmul_tiled", "memory_l1_wavefronts_shared_ideal"}};
  for (const char* kernel : {"matmul_tiled", "reduce_vectorized"})
    for (const char* metric :
         {"sass__inst_executed_shared_loads", "smsp__sass_inst_executed_op_shared_ld.sum",
          "smsp__sass_inst_executed_op_shared.sum", "memory_l1_wavefronts_shared"})
      out.insert({kernel, metric});
  return out;
}

void check_report(const std::string& file, bool if_convert, const Pairs& exceptions) {
  const std::vector<ncu::Report> reports{
      ncu::read_report_file(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/h200/" + file)};
  std::size_t equal = 0, all = 0;
  for (const ncu::Launch& launch : reports[0].launches) {
    SessionOptions options = test::options_of({launch.kernel, "h200"});
    options.if_convert = if_convert;
    Session session(options);
    const RunResult run = session.run({});
    REQUIRE(run.status == RunStatus::Finished);
    const Subject subject{session.program(), session.arch(), run, {}};
    const compare::Match match =
        compare::match_launch(reports, {launch.kernel, "", run.launch.grid, run.launch.block});
    for (const compare::Row& row : compare::compare(subject, reports, match, {}).rows) {
      if (row.kind != compare::CompareClass::Exact || !row.measured) continue;
      INFO(launch.kernel << " " << row.name << ": simulated " << *row.simulated << ", measured "
                         << *row.measured);
      const bool same = row.verdict == compare::Verdict::Equal;
      CHECK(same == (exceptions.count({launch.kernel, row.name}) == 0));
      ++all;
      equal += same ? 1 : 0;
    }
  }
  CHECK(all > 50 * reports[0].launches.size());
  CHECK(equal * 100 >= all * 95);
}

}  // namespace

TEST_CASE("961 exact metrics equal an H200's, kernels as written") {
  check_report("opt0.csv.gz", false, kAsWritten);
}

TEST_CASE("962 exact metrics equal an H200's, kernels as the assembler optimises them") {
  check_report("opt3.csv.gz", true, compiled());
}
