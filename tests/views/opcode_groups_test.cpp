// Which group of instructions a PTX instruction counts for, by ncu's names.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "sample.h"
#include "sim/assembler/machine_insts.h"
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

TEST_CASE("every timing class counts for one kind of instructions, and for the model's pipe") {
  const ArchConfig arch = sample::arch();
  RunResult run = sample::run();
  Program program = sample::program();
  run.lines.assign(1, LineCounters{});
  run.lines[0].executed = 1;
  run.lines[0].thread_pred_on = 32;
  program.code.resize(1);
  const auto groups = [&](const std::string& name, const std::vector<std::string>& kinds) {
    std::string counted;
    for (const std::string& kind : kinds) {
      const std::size_t at = name.find('*');
      const Metric* const metric = find_metric(name.substr(0, at) + kind + name.substr(at + 1));
      REQUIRE(metric != nullptr);
      if (metric->value({run, arch, &program}) > 0) counted += kind + " ";
    }
    return counted;
  };
  for (std::size_t c = 0; c < static_cast<std::size_t>(OpClass::kCount); ++c) {
    program.code[0] = Inst{};
    program.code[0].op_class = static_cast<OpClass>(c);
    const std::string kinds = groups("smsp__sass_thread_inst_executed_op_*_pred_on.sum",
                                     {"fp32", "fp64", "fp16", "integer", "bit", "conversion",
                                      "control", "memory", "inter_thread_communication", "misc"});
    MachineInsts insts;
    insts.add(static_cast<OpClass>(c), 1);
    run.pipe_insts = {by_pipe(insts, arch)};
    const std::string pipes = groups("sm__inst_executed_pipe_*.sum",
                                     {"alu", "fma", "fp64", "xu", "tensor", "lsu", "cbu", "adu"});
    INFO(name_of(static_cast<OpClass>(c)) << ": " << kinds << "; " << pipes);
    CHECK(std::count(kinds.begin(), kinds.end(), ' ') == 1);
    const Pipe pipe = pipe_of(static_cast<OpClass>(c), arch);
    const std::string name(pipe == Pipe::Fp16 ? "fma" : name_of(pipe));
    CHECK(pipes == (pipe == Pipe::Uniform ? "" : name + " "));
  }
}
