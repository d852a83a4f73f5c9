// Fixed latencies as counts along a block: from one instruction to the next at least.
#include "sim/assembler/stall_counts.h"

#include <catch2/catch.hpp>

#include "isa/core/program.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

Session open(const std::string& text) {
  return test::open({"//! grid 1\n//! block 32\n//! arg out u32[8] = zero\n",
                     ".visible .entry k(.param .u64 out) {\n.shared .b32 word;\n"
                     ".reg .pred %p, %q; .reg .b32 %x, %y, %z, %n; .reg .b64 %out, %t, %u;\n" +
                         text + "\nret;\n}\n",
                     "h200"});
}

/// IssueInfo::stall of the kernel's instructions.
std::vector<std::uint32_t> stalls(const std::string& text) {
  const Session session = open(text);
  std::vector<std::uint32_t> out;
  for (const IssueInfo& cost : issue_table(session.program(), session.arch()).issue)
    out.push_back(cost.stall);
  return out;
}
using Stalls = std::vector<std::uint32_t>;

/// Clock cycles that `text` takes one lone warp.
std::uint32_t cycles(const std::string& text) {
  Session session = open("mov.u32 %y, word; mov.u64 %t, %clock64; " + text +
                         " mov.u64 %u, %clock64; sub.u64 %t, %u, %t; cvt.u32.u64 %n, %t;"
                         "ld.param.u64 %out, [out]; st.global.u32 [%out], %n;");
  session.run({});
  return test::words(session, 0).at(0);
}

const std::string kCompare = "setp.eq.u32 %p, %x, 9; ";
const std::string kLoad = "ld.shared.u32 %z, [%y]; ";
const std::string kUse = "and.b32 %z, %z, 1; ";
const std::string kBranch = "@%p bra next; next: ";

}  // namespace

TEST_CASE("stall counts: an instruction waits for its operand, others in between count") {
  CHECK(stalls("xor.b32 %x, %x, 1; xor.b32 %x, %x, 2;") == Stalls{4, 1, 3});
  CHECK(stalls("xor.b32 %x, %x, 1; xor.b32 %y, %y, 1; xor.b32 %x, %x, 2;") == Stalls{1, 3, 1, 3});
}

TEST_CASE("stall counts: a branch waits longer for a compare than a selection") {
  CHECK(stalls(kCompare + kBranch).front() == 13);
  CHECK(stalls(kCompare + "selp.b32 %z, 1, 2, %p;").front() == 4);
}

TEST_CASE("stall counts: a load's result is waited for, not counted") {
  CHECK(stalls(kLoad + kUse).front() == 1);
}

TEST_CASE("stall counts: at the end of a block all results are there") {
  CHECK(stalls("xor.b32 %x, %x, 1; bra next; next: xor.b32 %y, %y, 1;") == Stalls{1, 3, 1, 3});
}

TEST_CASE("stall counts: a wait for a load does not shorten them") {
  const std::uint32_t load = cycles(kLoad + kUse + kBranch);
  CHECK(cycles(kLoad + kCompare + kUse + kBranch) == load + 10);
  CHECK(cycles(kLoad + kUse + kCompare + kBranch) == load + 13);
}

TEST_CASE("stall counts: a point where lanes may reconverge is passed in 14 cycles") {
  const std::string some = "mov.u32 %x, %laneid; setp.lt.u32 %q, %x, %n; ", over = "@%q bra next; ";
  const std::string one = "xor.b32 %z, %z, 1; next: xor.b32 %z, %z, 2; ";
  const std::vector<std::uint32_t> apart = stalls(some + over + one);
  CHECK(apart.at(3) == 4 + 14);
  CHECK(stalls("setp.lt.u32 %q, %x, 9; " + over + one).at(2) == 4);
}

TEST_CASE("stall counts: nothing issues before arithmetic that may call a routine is done") {
  const std::string next = "xor.b32 %x, %x, 1;";
  CHECK(stalls("rem.u64 %u, %t, %t; " + next).front() > 200);
  CHECK(stalls("rem.u32 %z, %y, %n; " + next).front() == 1);
  const std::string one = "rem.u64 %u, %t, 7; ", another = "rem.u64 %t, %t, 9; ";
  CHECK(stalls(one + another).at(0) == stalls(one + another).at(1));
}

TEST_CASE("stall counts: what is under way ends before a call") {
  const Session session =
      test::open({"//! grid 1\n//! block 32\n",
                  ".func f() { ret; }\n.visible .entry k() { .reg .b32 %x, %y;\n"
                  "xor.b32 %x, %x, 1;\ncall f;\nxor.b32 %y, %y, 2;\n"
                  "xor.b32 %x, %x, 3;\nret;\n}\n",
                  "h200"});
  const auto table = issue_table(session.program(), session.arch()).issue;
  CHECK(table.at(0).stall == 4);
  CHECK(table.at(2).stall == 1);
}
