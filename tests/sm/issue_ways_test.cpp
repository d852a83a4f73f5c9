// What the issue of an instruction is told ahead of it: whether a port is all that it keeps busy,
// and whether it has a way of its own where all lanes do the same.
#include <catch2/catch.hpp>

#include "sim/assembler/issue_info.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

IssueInfo info_of(const std::string& text) {
  const Session session = test::open(
      {"//! grid 1\n//! block 32\n",
       ".visible .entry k(.param .u64 a) {\n.reg .pred %p; .reg .b32 %x, %y; .reg .b64 %d;\n" +
           text + "\nend:\nret;\n}\n",
       "v100"});
  return issue_table(session.program(), session.arch()).issue.at(0);
}

}  // namespace

TEST_CASE("issue: a port is all that one machine instruction without a queue keeps busy") {
  CHECK(info_of("add.s32 %x, %x, %y;").one_port);
  CHECK(info_of("fma.rn.f32 %x, %x, %y, %y;").one_port);
  CHECK(info_of("bar.sync 0;").one_port);
  CHECK_FALSE(info_of("ex2.approx.f32 %x, %y;").one_port);  // waits in front of its unit
  CHECK_FALSE(info_of("div.u32 %x, %x, %y;").one_port);     // many instructions
  CHECK_FALSE(info_of("ld.shared.u32 %x, [%y];").one_port);
}

TEST_CASE("issue: branches and barriers of the CTA have ways of their own") {
  using enum IssueInfo::Together;
  CHECK(info_of("@%p bra end;").together == Branch);
  CHECK(info_of("bar.sync 0;").together == Barrier);
  CHECK(info_of("bar.arrive 0, 64;").together == None);
  CHECK(info_of("add.s32 %x, %x, %y;").together == None);
}
