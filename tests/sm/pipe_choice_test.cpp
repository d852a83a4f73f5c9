// Which of two pipes additions and copies run on, and what a result takes to the other one.
#include "sim/assembler/pipe_choice.h"

#include <catch2/catch.hpp>

#include "isa/core/program.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// Of all instructions of `text`; the multiply-add pipe takes additions from Volta on.
std::vector<IssueInfo> costs_of(const std::string& text, const std::string& arch = "h200") {
  const Session session =
      test::open({"//! grid 1\n//! block 32\n",
                  ".visible .entry k() {\n.reg .pred %p; .reg .b32 %x, %y, %z; .reg .b64 %l, %m; "
                  ".reg .f32 %a, %b;\n" +
                      text + "\nret;\n}\n",
                  arch});
  return issue_table(session.program(), session.arch()).issue;
}

}  // namespace

TEST_CASE("pipe choice: additions beside logic run on the multiply-add pipe") {
  const auto costs = costs_of("xor.b32 %y, %y, 5; xor.b32 %y, %y, 6; add.u32 %x, %x, 7;");
  CHECK(costs[0].pipe == Pipe::Alu);
  CHECK(costs[2].pipe == Pipe::Fma);
  CHECK(costs[2].gate == Gate::Fma);
  CHECK(costs[2].interval16 == 2 * 16);
  CHECK(costs[2].latency == 4);
}

TEST_CASE("pipe choice: additions beside multiplications stay on the integer pipe") {
  const auto costs = costs_of("fma.rn.f32 %a, %a, %a, %a; add.u32 %x, %x, 7;");
  CHECK(costs[0].pipe == Pipe::Fma);
  CHECK(costs[1].pipe == Pipe::Alu);
}

TEST_CASE("pipe choice: additions alone are shared out") {
  const auto costs = costs_of("add.u32 %x, %x, 7; sub.u32 %y, %y, 7; mov.b32 %z, %y;");
  CHECK(costs[0].pipe == Pipe::Alu);
  CHECK(costs[1].pipe == Pipe::Fma);
  CHECK(costs[2].pipe == Pipe::Alu);
}

TEST_CASE("pipe choice: of an addition of 64 bits the upper half may go") {
  const auto costs = costs_of("xor.b32 %y, %y, 5; add.u64 %l, %l, %m;");
  CHECK(costs[1].pipe == Pipe::Alu);
  CHECK(costs[1].interval16 == 2 * 16);
  CHECK(costs[1].other_pipe[0] == Pipe::Fma);
  CHECK(costs[1].other_interval16[0] == 2 * 16);
}

TEST_CASE("pipe choice: the multiplications of an expansion count") {
  // sin: a multiplication and a special function.
  const auto costs = costs_of("xor.b32 %y, %y, 5; sin.approx.f32 %a, %b; add.u32 %x, %x, 7;");
  CHECK(costs[2].pipe == Pipe::Alu);
}

TEST_CASE("pipe choice: a loop is balanced as a whole, and by itself") {
  const std::string multiply = "fma.rn.f32 %a, %a, %a, %a; ";
  const auto costs =
      costs_of(multiply + multiply + multiply + multiply +
               "again: xor.b32 %y, %y, 5; setp.ne.u32 %p, %y, 7; @%p bra inner;\n" + multiply +
               "inner: add.u32 %x, %x, 1; setp.ne.u32 %p, %x, 9; @%p bra again;");
  CHECK(costs[8].pipe == Pipe::Fma);  // beside 3 integer instructions of the loop and 1 other
}

TEST_CASE("pipe choice: before Volta there is none") {
  CHECK(costs_of("xor.b32 %y, %y, 5; add.u32 %x, %x, 7;", "p100")[1].pipe == Pipe::Alu);
}

TEST_CASE("pipe choice: a result takes a cycle longer to the other pipe") {
  const auto crossing = costs_of("add.f32 %a, %a, %b; min.f32 %a, %a, %b; add.f32 %a, %a, %b;");
  CHECK(crossing[0].latency == 5);
  CHECK(crossing[1].latency == 5);
  CHECK(crossing[2].latency == 4);  // nobody reads it
  // The first reader counts.
  const auto staying = costs_of("add.f32 %a, %a, %b; mul.f32 %b, %a, %a; min.f32 %b, %a, %b;");
  CHECK(staying[0].latency == 4);
  // A guard has a way of its own.
  CHECK(costs_of("setp.ne.u32 %p, %x, %y; @%p fma.rn.f32 %a, %a, %a, %a;")[0].latency == 4);
}
