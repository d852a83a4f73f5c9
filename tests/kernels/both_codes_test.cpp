// tests/kernels/cluster.ir, whose facts an H100 gives as well: as PTX with both engines, and as
// machine code where there is a ptxas.
#include "isa/cuda/command.h"
#include "tests/kernels/run_kernel.h"
#include "tests/skip.h"

using namespace simt;
using namespace simt::test;

namespace {

void run(bool machine_code, bool timing) {
  INFO((machine_code ? "machine code" : "PTX") << (timing ? ", with" : ", without") << " time");
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/kernels/cluster.ir";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = "h100";
  options.machine_code = machine_code;
  options.timing = timing;
  Session session(options);
  RunOptions how;
  how.timing = timing;
  const RunResult result = session.run(how);
  INFO(result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  for (const Verdict& v : session.check()) {
    INFO(v.check.text << ": " << v.result.message);
    CHECK(v.result.passed);
  }
}

}  // namespace

TEST_CASE("a block is a cluster of its own where a launch has no clusters") {
  run(false, true);
  run(false, false);
}

TEST_CASE("the same as machine code") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  run(true, true);
  run(true, false);
}
