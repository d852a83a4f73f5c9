// --code machine: the device that stands in for --arch, and what is said of devices that do not
// fit.
#include <fstream>

#include "isa/cuda/command.h"
#include "tests/kernels/run_kernel.h"
#include "tests/skip.h"
#include "tools/driver/assembler_target.h"

using namespace simt;
using namespace simt::test;

namespace {

const std::string kConfigs = std::string(SIMT_SOURCE_DIR) + "/configs";

std::string refused(const std::string& arch, const std::string& target) {
  try {
    check_assembles(load_arch(arch, kConfigs), target, kConfigs);
  } catch (const SessionError& e) {
    CHECK(e.exit == Exit::Usage);
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a device whose machine code is not executed is refused with those that fit") {
  CHECK(refused("v100", "sm_70") ==
        "--code machine: machine code is executed for sm_75, sm_80, sm_86, sm_89, sm_90, but v100 "
        "is sm_70: --arch t4, a100, rtx3090, rtx4060, rtx4090, h100, h200");
  CHECK(refused("t4", "sm_90") ==
        "--code machine: the file is for .target sm_90, which is not assembled for t4 (sm_75): "
        "--arch h100, h200");
  CHECK(refused("h100", "sm_100") ==
        "--code machine: the file is for .target sm_100, which is not assembled for h100 (sm_90): "
        "no device here can");
  for (const char* const arch : {"t4", "a100", "rtx4060", "h200"})
    CHECK(refused(arch, "sm_70").empty());
  CHECK(refused("h100", "sm_90a").empty());
}

TEST_CASE("PTX for one architecture alone is assembled for that one") {
  const ArchConfig h100 = load_arch("h100", kConfigs);
  CHECK(ptxas_target(h100, "sm_90a") == "sm_90a");
  CHECK(ptxas_target(h100, "sm_80") == "sm_90");
}

TEST_CASE("without --arch machine code runs on the oldest device that it is executed for") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  SessionOptions options = options_of({.kernel = "vector_add", .arch = ""});
  options.machine_code = true;
  Session session(options);
  CHECK(session.arch().name == "t4");
  CHECK(session.program().machine->sm == 75);
  CHECK(session.run({}).status == RunStatus::Finished);
  CHECK(machine_arch_for("sm_86", kConfigs) == "rtx3090");
  CHECK_THROWS_WITH(machine_arch_for("sm_100", kConfigs), Catch::Contains("no device here"));
}
