// Which group of instructions a PTX instruction counts for, by ncu's names.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "sim/views/metrics.h"
#include "tools/driver/session.h"

using namespace simt;

namespace {

/// Of one warp that runs `instruction` once, on u32 registers %a, %b, %c or f32 %f.
double executed(const std::string& instruction, const std::string& group) {
  const auto file = std::filesystem::temp_directory_path() / "simt_opcode_groups_test.ir";
  std::ofstream(file) << "//! grid 1\n//! block 32\n.version 6.0\n.target sm_70\n.address_size 64\n"
                         ".visible .entry k()\n{\n.reg .b32 %a, %b, %c;\n.reg .f32 %f;\n"
                      << instruction << "\nret;\n}\n";
  SessionOptions options;
  options.file = file.string();
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = "h200";
  Session session(options);
  const RunResult result = session.run({});
  std::filesystem::remove(file);
  const std::string name = "smsp__sass_thread_inst_executed_op_" + group + "_pred_on.sum";
  const Metric* const metric = find_metric(name);
  REQUIRE(metric != nullptr);
  return metric->value({result, session.arch(), &session.program()});
}

}  // namespace

TEST_CASE("every multiplication of integers is an integer instruction") {
  for (const std::string op : {"mul.lo.u32 %a, %b, %c;", "mul.hi.u32 %a, %b, %c;",
                               "mad.hi.s32 %a, %b, %c, %a;", "mul24.hi.u32 %a, %b, %c;"}) {
    INFO(op);
    CHECK(executed(op, "integer") > 0);
    CHECK(executed(op, "fp32") == 0);
  }
  CHECK(executed("mul.f32 %f, %f, %f;", "integer") == 0);
  CHECK(executed("mul.f32 %f, %f, %f;", "fp32") == 32);
}
