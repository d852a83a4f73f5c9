// An SM that runs ahead of the others does what it would have done in step with them: a watched run
// and one with a limit of instructions, however high, stay in step.
#include <catch2/catch.hpp>

#include "sim/assembler/issue_info.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

RunResult run_ahead(const test::TextKernel& kernel) {
  Session session = test::open(kernel);
  return session.run({});
}
RunResult run_in_step(const test::TextKernel& kernel) {
  Session session = test::open(kernel);
  RunOptions options;
  options.max_instructions = 1'000'000'000'000;
  return session.run(options);
}
/// After the name of the file.
std::string where(const RunResult& r) {
  return r.explanation.substr(r.explanation.find("in block"));
}

bool leaves_sm(const std::string& text) {
  const Session session =
      test::open({"//! grid 1\n//! block 32\n",
                  ".visible .entry k(.param .u64 a) {\n.reg .pred %p; .reg .b32 %x; .reg .b64 %d;\n"
                  ".shared .b32 s[4];\n" +
                      text + "\nret;\n}\n",
                  "h200"});
  return issue_table(session.program(), session.arch()).issue.at(0).leaves_sm;
}

}  // namespace

TEST_CASE("ahead: what others may see or change leaves the SM") {
  for (const char* const text :
       {"ld.global.u32 %x, [%d];", "ld.u32 %x, [%d];", "st.u32 [%d], %x;", "ld.local.u32 %x, [%x];",
        "ld.const.u32 %x, [%d];", "red.global.add.u32 [%d], %x;", "atom.add.u32 %x, [%d], %x;",
        "membar.gl;", "fence.acq_rel.sys;", "trap;"}) {
    INFO(text);
    CHECK(leaves_sm(text));
  }
  for (const char* const text :
       {"ld.shared.u32 %x, [s];", "st.volatile.shared.u32 [s], %x;",
        "atom.shared.add.u32 %x, [s], %x;", "ld.param.u64 %d, [a];", "membar.cta;", "bar.sync 0;",
        "mov.u32 %x, %clock;", "ret;", "nanosleep.u32 20;", "add.u32 %x, %x, 1;"}) {
    INFO(text);
    CHECK(!leaves_sm(text));
  }
}

// The first CTA stays in its SM and may run ahead of the second one, which talks to L2 all the
// time.
TEST_CASE(
    "ahead: of two faults the earlier one is reported, though an SM has run ahead to the other") {
  const std::string body = R"(
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .shared .b32 data[32];
  .reg .pred %p, %first;
  .reg .b32 %c, %n, %s, %i;
  .reg .b64 %out;
  ld.param.u64 %out, [out];
  ld.param.u32 %n, [n];
  mov.u32 %c, %ctaid.x;
  mov.u32 %s, data;
  mov.u32 %i, 0;
  setp.eq.u32 %first, %c, 0;
  @%first bra INSIDE;
OUTSIDE:
  st.volatile.global.u32 [%out], %i;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 100;
  @%p bra OUTSIDE;
  st.shared.u32 [%s+4096], %i;
  ret;
INSIDE:
  st.shared.u32 [%s], %i;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, %n;
  @%p bra INSIDE;
  st.shared.u32 [%s+8192], %i;
  ret;
})";
  const auto kernel = [&](unsigned n) {
    return test::TextKernel{
        "//! grid 2\n//! block 32\n//! arg out u32[1] = zero\n"
        "//! arg n u32 = " +
            std::to_string(n) + "\n",
        body};
  };
  for (const unsigned n : {1u, 20u, 100u, 400u}) {
    INFO(n);
    const RunResult ahead = run_ahead(kernel(n));
    REQUIRE(ahead.status == RunStatus::Fault);
    CHECK(where(ahead) == where(run_in_step(kernel(n))));
  }
  CHECK(where(run_ahead(kernel(400))).find("block (1,0,0)") != std::string::npos);
  CHECK(where(run_ahead(kernel(1))).find("block (0,0,0)") != std::string::npos);
}

// The second SM has run ahead to its fault in the first cycle of a window, or about there, when the
// first one comes to its own.
TEST_CASE("ahead: of two faults in one cycle that of the first SM is reported") {
  for (unsigned sleep = 1352; sleep < 1364; ++sleep) {
    const test::TextKernel kernel{"//! grid 2\n//! block 32\n//! arg out u32[64] = zero\n",
                                  R"(
.visible .entry k(.param .u64 out)
{
  .shared .align 4 .b32 data[32];
  .reg .pred %p;
  .reg .b32 %s, %x, %y, %c, %t;
  .reg .b64 %out;
  ld.param.u64 %out, [out];
  mov.u32 %c, %ctaid.x;
  mov.u32 %s, data;
  setp.eq.u32 %p, %c, 0;
  @%p bra G;
  nanosleep.u32 1362;
  mov.u32 %y, %clock;
  st.shared.u32 [%s+8192], %y;
  ret;
G:
  nanosleep.u32 )" + std::to_string(sleep) +
                                      R"(;
  ld.volatile.global.u32 %x, [%out+64];
  mov.u32 %y, %clock;
  st.shared.u32 [%s+8192], %y;
  ret;
})"};
    INFO(sleep);
    CHECK(where(run_ahead(kernel)) == where(run_in_step(kernel)));
  }
}

TEST_CASE("ahead: a deadlock at barriers that an SM came to ahead counts the same cycles") {
  const test::TextKernel kernel{"//! grid 2\n//! block 64\n//! arg n u32 = 200\n", R"(
.visible .entry k(.param .u32 n)
{
  .shared .b32 data[64];
  .reg .pred %p;
  .reg .b32 %t, %n, %s, %i;
  ld.param.u32 %n, [n];
  mov.u32 %t, %tid.x;
  mov.u32 %s, data;
  mov.u32 %i, 0;
L:
  st.shared.u32 [%s], %i;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, %n;
  @%p bra L;
  setp.lt.u32 %p, %t, 32;
  @%p bra B;
  bar.sync 1, 64;
  ret;
B:
  bar.sync 2, 64;
  ret;
})"};
  const RunResult ahead = run_ahead(kernel), in_step = run_in_step(kernel);
  REQUIRE(ahead.status == RunStatus::Deadlock);
  CHECK(ahead.counters == in_step.counters);
  CHECK(ahead.cycles_elapsed == in_step.cycles_elapsed);
}

TEST_CASE("a deadlock names blocks that have not started, and no barrier that is not to blame") {
  const RunResult r = run_ahead({"//! grid 10\n//! block 1024\n//! arg c u32[1] = zero\n", R"(
.visible .entry k(.param .u64 c)
{
  .reg .pred %p;
  .reg .b32 %t, %v;
  .reg .b64 %g;
  mov.u32 %t, %tid.x;
  ld.param.u64 %g, [c];
  setp.ne.u32 %p, %t, 0;
  @%p bra W;
  red.global.add.u32 [%g], 1;
S:
  ld.volatile.global.u32 %v, [%g];
  setp.lt.u32 %p, %v, 10;
  @%p bra S;
W:
  bar.sync 0;
  ret;
})",
                                 "volta", 0, 2});
  REQUIRE(r.status == RunStatus::Deadlock);
  INFO(r.explanation);
  CHECK(r.explanation.find("6 of the launch's 10 blocks have not started") != std::string::npos);
  CHECK(r.explanation.find("move it out of the branch") == std::string::npos);
}
