// Counters that addresses alone decide, against an H200: every kernel as written (assembler level
// 0), every metric of tests/hardware/h200/exact.txt. Where hardware and simulation may differ, the
// pair stands below with its reason; a pair that starts to agree must be taken off the list.
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "sim/views/metrics.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

using Pair = std::pair<std::string, std::string>;

const std::string kStoreSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
const std::string kDivergent = "smsp__sass_branch_targets_threads_divergent.sum";
const std::string kEfficiency = "smsp__sass_average_branch_targets_threads_uniform.pct";

const std::set<Pair> kExceptions{
    // Byte stores: the number differs between two runs of the same launch on the device.
    {"blur", kStoreSectors},
    {"color_to_grey", kStoreSectors},
    {"color_to_grey_coarsened", kStoreSectors},
    // At level 0 the assembler makes a branch of a predicated load or store.
    {"reduce_growing_stride", kDivergent},
    {"reduce_halving_stride", kDivergent},
    {"reduce_sum", kDivergent},
    {"reduce_growing_stride", kEfficiency},
    {"reduce_halving_stride", kEfficiency},
    {"reduce_sum", kEfficiency},
    // It has one more branch in a loop.
    {"reduce_v2", kEfficiency},
    // It makes other branches of the slow path.
    {"sine", kEfficiency},
};

std::map<std::string, std::map<std::string, double>> measured() {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/h200/exact.txt");
  std::map<std::string, std::map<std::string, double>> out;
  std::string kernel, metric;
  for (double value; in >> kernel >> metric >> value;) out[kernel][metric] = value;
  return out;
}

}  // namespace

TEST_CASE("address-determined counters equal an H200's on every kernel") {
  const auto table = measured();
  REQUIRE(table.size() >= 50);
  for (const auto& [kernel, metrics] : table) {
    Session session(simt::test::options_of({kernel, "h200"}));
    const RunResult result = session.run({});
    REQUIRE(result.status == RunStatus::Finished);
    for (const auto& [name, value] : metrics) {
      INFO(kernel << " " << name);
      const Metric* metric = find_metric(name);
      REQUIRE(metric != nullptr);
      const double simulated = metric->value({result, session.arch()});
      // ncu states percentages to two digits, a half up or down.
      const double precision = name == kEfficiency ? 0.005001 : 0;
      INFO("simulated " << simulated << ", ncu " << value);
      CHECK((std::abs(simulated - value) <= precision) == (kExceptions.count({kernel, name}) == 0));
    }
  }
}
