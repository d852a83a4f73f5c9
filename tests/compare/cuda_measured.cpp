// The CUDA originals as nvcc -O3 compiles them, measured on an H200
// (tools/hardware/measure_cuda.sh), beside their PTX in the simulator with short branches
// predicated. At least 95% of the exact (kernel, metric) pairs are equal; docs/DEVIATIONS.md
// explains the others.
#include "tests/compare/pairs.h"

using namespace simt;

namespace {

const std::vector<test::Reason> kReasons{
    // Byte stores: hardware's number differs between two runs of the same launch.
    {"blur", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    {"color_to_grey", "l1tex__t_sectors_pipe_lsu_mem_global_op_st"},
    // The assembler joins shared accesses to neighbouring words.
    {"matmul_", "sass__inst_executed_shared_loads"},
    {"matmul_", "smsp__sass_inst_executed_op_shared"},
    {"matmul_", "memory_l1_wavefronts_shared"},
};

}  // namespace

TEST_CASE("973 exact metrics of nvcc's code equal an H200's") {
  const std::string root = std::string(SIMT_SOURCE_DIR) + "/tests/hardware/";
  const std::vector<ncu::Report> reports{ncu::read_report_file(root + "h200/cuda.csv.gz")};
  REQUIRE(reports[0].launches.size() >= 50);
  test::Pairs pairs;
  for (const ncu::Launch& launch : reports[0].launches) {
    SessionOptions options;
    options.file = root + "cuda/ptx/" + launch.kernel + ".ptx";
    options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    options.arch = "h200";
    options.if_convert = true;
    pairs.add(options, reports, kReasons);
  }
  CHECK(pairs.equal * 100 >= pairs.all * 95);
}
