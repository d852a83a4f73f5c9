// Machine code issues to the ports that ncu counts it for (tests/hardware/h200).
#include "sim/assembler/machine_ports.h"

#include <catch2/catch.hpp>

#include <algorithm>

#include "sim/assembler/issue_info.h"
#include "tools/driver/machine_code.h"
#include "tools/driver/session.h"

using namespace simt;

namespace {

struct Ported {
  Ported() {
    SessionOptions options;
    options.arch = "h200";
    options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    arch = configured_arch(options);
    program =
        machine_program(std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/reduce_sum_90.cubin",
                        "reduce_sum", &arch);
    table = issue_table(program, arch);
  }
  const IssueInfo& of(const std::string& text) const {
    for (std::size_t pc = 0; pc < program.code.size(); ++pc)
      if (program.text.lines[pc].find(text) != std::string::npos) return table.issue[pc];
    throw std::runtime_error("no " + text);
  }
  ArchConfig arch;
  Program program;
  IssueTable table;
};

}  // namespace

TEST_CASE("machine ports: constants, special registers, the uniform datapath") {
  const Ported ported;
  CHECK(ported.of(" LDC R").pipe == Pipe::Barrier);  // the ADU
  CHECK(ported.of("SR_TID.X").pipe == Pipe::Lsu);
  CHECK(ported.of("SR_CTAID.X").pipe == Pipe::Barrier);
  CHECK(ported.of("ULDC").pipe == Pipe::Uniform);
  CHECK(ported.of("ULDC").interval16 == 32);
  CHECK(ported.of("ISETP").pipe == Pipe::Alu);
}

TEST_CASE("machine code counts its additions as such") {
  const Ported ported;
  const auto is_addition = [](const Inst& inst) {
    return inst.op.is(Operation::Add) && inst.op.type == ScalarType::F32;
  };
  CHECK(std::ranges::count_if(ported.program.code, is_addition) == 1);  // FADD
}
