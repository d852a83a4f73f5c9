// Kernels whose neighbouring words of shared or local memory merge, or must not
// (tests/hardware/neighbours), as nvcc -O3 compiles them, measured on an H200, beside their PTX in
// the simulator: what a warp instruction loads and stores is equal for all.
#include "tests/compare/pairs.h"

using namespace simt;

TEST_CASE("976 accesses that merge, and those that do not, as on an H200") {
  const std::vector<ncu::Report> reports{
      ncu::read_report_file(test::kHardware + "h200/neighbours.csv.gz")};
  REQUIRE(reports[0].launches.size() == 13);
  // Hardware's number of stored sectors is not stable.
  const std::vector<test::Reason> reasons{
      {"blocked_4", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"}};
  test::Pairs pairs(reasons);
  for (const ncu::Launch& launch : reports[0].launches)
    pairs.add(test::nvcc_kernel("neighbours", launch.kernel), reports);
  pairs.check(50 * reports[0].launches.size());
}
