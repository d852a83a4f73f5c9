// What an instruction costs: pipes, how long they are busy, and when its result is there.
#include "sim/assembler/issue_info.h"

#include <catch2/catch.hpp>

#include "isa/core/program.h"
#include "isa/ptx/rows/op_table.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// Of the first instruction of `text` on `arch`.
IssueInfo cost_of(const std::string& text, const std::string& arch = "h200") {
  const Session session =
      test::open({"//! grid 1\n//! block 32\n",
                  ".visible .entry k() {\n.reg .b32 %x, %y; .reg .f32 %a, %b; .reg .f64 %d;\n" +
                      text + "\nret;\n}\n",
                  arch});
  return issue_table(session.program(), session.arch()).issue.at(0);
}

}  // namespace

TEST_CASE("cost: an expansion of one class is a chain on one pipe") {
  const IssueInfo cost = cost_of("mul.lo.u32 %x, %x, %y;");
  CHECK(cost.pipe == Pipe::Fma);
  CHECK(cost.interval16 == 2 * 16);
  CHECK(cost.latency == 4);
  CHECK(cost.others == 0);
}

TEST_CASE("cost: the high half of a product takes longer than the low one") {
  const IssueInfo cost = cost_of("mul.hi.u32 %x, %x, %y;");
  CHECK(cost.pipe == Pipe::Fma);
  CHECK(cost.interval16 == 4 * 16);
  CHECK(cost.latency == 9);
}

TEST_CASE("cost: a special function after a multiplication keeps two pipes busy") {
  const IssueInfo cost = cost_of("sin.approx.f32 %a, %b;");
  CHECK(cost.pipe == Pipe::Xu);
  CHECK(cost.gate == Gate::Xu);
  CHECK(cost.interval16 == 8 * 16);
  CHECK(cost.busy_reason == Stall::mio_throttle);
  CHECK(cost.result_reason == Stall::short_scoreboard);
  CHECK(cost.other_pipe[0] == Pipe::Fma);
  CHECK(cost.other_interval16[0] == 1 * 16);
  CHECK(cost.latency == 17 + 4);
}

TEST_CASE("cost: a division uses the special unit twice, one of them on its chain") {
  const IssueInfo cost = cost_of("div.rn.f32 %a, %a, %b;");
  CHECK(cost.pipe == Pipe::Xu);
  CHECK(cost.interval16 == 2 * 8 * 16);
  CHECK(cost.other_interval16[0] == 5 * 16);
  CHECK(cost.latency == 17 + 7 * 4);
}

TEST_CASE("cost: on sm_90 integers become floats, and floats halves, on the integer pipe") {
  for (const std::string fast :
       {"cvt.rn.f32.s32 %a, %x;", "cvt.rn.f16x2.f32 %x, %a, %b;", "cvt.rn.f32.u32 %a, %x;"}) {
    INFO(fast);
    CHECK(cost_of(fast).pipe == Pipe::Alu);
    CHECK(cost_of(fast).interval16 == 2 * 16);  // of 64 lanes a cycle, a quarter of the SM
    CHECK(cost_of(fast).latency == 5);
    CHECK(cost_of(fast).result_reason == Stall::wait);
    CHECK(cost_of(fast, "v100").pipe == Pipe::Xu);
    CHECK(cost_of(fast, "v100").interval16 == 8 * 16);
    CHECK(cost_of(fast, "v100").result_reason == Stall::short_scoreboard);
  }
  CHECK(cost_of("cvt.rzi.s32.f32 %x, %a;").pipe == Pipe::Xu);
  CHECK(cost_of("cvt.rzi.s32.f32 %x, %a;").latency == 17);
}

TEST_CASE("cost: the pipe that is busy longer decides") {
  // A sixth of the throughput of single precision: eight others outweigh one of it.
  const IssueInfo cost = cost_of("sqrt.rz.f32 %a, %b;", "k40");
  CHECK(cost.pipe == Pipe::Fma);
  CHECK(cost.other_pipe[0] == Pipe::Xu);
  CHECK(cost.other_interval16[0] > 0);
}

TEST_CASE("cost: each pipe of an expansion is busy with its own machine instructions") {
  // 1 DSETP, 3 selects and copies on the integer pipe, 3 copies on the multiply-add pipe.
  const IssueInfo cost = cost_of("max.f64 %d, %d, %d;", "t4");
  CHECK(cost.pipe == Pipe::Fp64);
  CHECK(cost.gate == Gate::Fp64);
  CHECK(cost.interval16 == 64 * 16);  // 2 lanes a cycle and SM
  REQUIRE(cost.others == 2);
  CHECK(cost.other_pipe[0] == Pipe::Alu);
  CHECK(cost.other_interval16[0] == 3 * 2 * 16);
  CHECK(cost.other_pipe[1] == Pipe::Fma);
  CHECK(cost.other_interval16[1] == 3 * 2 * 16);
}

TEST_CASE("cost: every row leaves machine instructions to its own class") {
  for (const OpInfo& op : op_table()) {
    INFO(op.opcode);
    CHECK(op.others.sum() < op.machine_insts);
  }
}

TEST_CASE("cost: no row sends more to other pipes than it expands to") {
  for (const OpInfo& op : op_table()) {
    INFO(op.opcode);
    CHECK(op.others.sum() <= op.machine_insts);
  }
}
