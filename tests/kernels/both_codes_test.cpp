// Kernels beside this file, whose values an H100 gives as well: as PTX with both engines, and as
// machine code where there is a ptxas.
#include "isa/cuda/command.h"
#include "tests/kernels/run_kernel.h"
#include "tests/skip.h"

using namespace simt;
using namespace simt::test;

namespace {

struct Wish {
  std::string kernel, arch;
  bool machine_code = false, timing = true;
};

void run(const Wish& wish) {
  INFO(wish.kernel << " on " << wish.arch << (wish.machine_code ? ", machine code" : ", PTX")
                   << (wish.timing ? ", with time" : ", without time"));
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/kernels/" + wish.kernel + ".ir";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = wish.arch;
  options.machine_code = wish.machine_code;
  options.timing = wish.timing;
  Session session(options);
  RunOptions how;
  how.timing = wish.timing;
  const RunResult result = session.run(how);
  INFO(result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  for (const Verdict& v : session.check()) {
    INFO(v.check.text << ": " << v.result.message);
    CHECK(v.result.passed);
  }
}

void run_all(bool machine_code) {
  for (const bool timing : {true, false}) {
    run({"cluster", "h100", machine_code, timing});
    run({"reserved_shared", "a100", machine_code, timing});
    run({"reserved_shared", "h100", machine_code, timing});
  }
}

}  // namespace

TEST_CASE("clusters of one block and the system's shared memory, as PTX") {
  run_all(false);
}

TEST_CASE("clusters of one block and the system's shared memory, as machine code") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  run_all(true);
}
