// Whole launches of small programs that once went wrong.
#include <catch2/catch.hpp>

#include "tests/sm/text_kernel.h"

using namespace simt;
using test::open;

namespace {

constexpr const char* kEmpty = ".visible .entry k() { ret; }\n";

}  // namespace

TEST_CASE("lanes that arrive at a barrier and exit are counted with the rest of their warp") {
  Session s = open({"//! grid 1\n//! block 64\n", R"(
.visible .entry k()
{
  .reg .pred %p, %q;
  .reg .b32 %t;
  mov.u32 %t, %tid.x;
  setp.ge.u32 %p, %t, 32;
  @%p bra waiter;
  setp.lt.u32 %q, %t, 16;
  @%q bra low;
  barrier.cta.arrive 1, 64;
  exit;
low:
  barrier.cta.arrive 1, 64;
  exit;
waiter:
  barrier.cta.sync 1, 64;
  ret;
})"});
  const RunResult r = s.run({});
  INFO(r.explanation);
  CHECK(r.status == RunStatus::Finished);
}

TEST_CASE("narrow warps take warp slots: a block that needs more than an SM has cannot start") {
  Session fits = open({"//! grid 3\n//! block 256\n", kEmpty, "volta", 4});
  CHECK(fits.run({}).status == RunStatus::Finished);
  Session too_many = open({"//! grid 3\n//! block 512\n", kEmpty, "volta", 4});
  const RunResult r = too_many.run({});
  CHECK(r.status == RunStatus::Fault);
  CHECK(r.launch.occupancy.ctas_per_sm == 0);
  CHECK_FALSE(r.explanation.empty());
}

TEST_CASE("a limit on cycles stops at that cycle") {
  const char* loop = ".visible .entry k() { .reg .b32 %r; L: add.u32 %r, %r, 1; bra.uni L; }\n";
  Session s = open({"//! grid 1\n//! block 32\n", loop});
  RunOptions options;
  options.max_cycles = 10;
  const RunResult r = s.run(options);
  CHECK(r.status == RunStatus::Limit);
  CHECK(r.counters[Counter::inst_executed] <= 10);
}

TEST_CASE("a limit on instructions stops with the window of time, and not what has ended by then") {
  const auto run = [](const std::string& body) {
    Session s = open({"//! grid 1\n//! block 32\n",
                      ".visible .entry k() { .reg .b32 %r; " + body + " ret; }\n"});
    RunOptions options;
    options.max_instructions = 2;
    return s.run(options);
  };
  const RunResult endless = run("L: add.u32 %r, %r, 1; bra.uni L;");
  CHECK(endless.status == RunStatus::Limit);
  CHECK(endless.counters[Counter::inst_executed] <= 2 + 256);
  CHECK(run("add.u32 %r, %r, 1; add.u32 %r, %r, 1;").status == RunStatus::Finished);
}

TEST_CASE("a fence that no lane executes is none") {
  const auto membar = [](const std::string& guard) {
    Session s = open({"//! grid 1\n//! block 32\n", R"(
.visible .entry k()
{
  .reg .pred %p;
  .reg .b32 %t;
  mov.u32 %t, %tid.x;
  setp.ge.u32 %p, %t, 64;
  @)" + guard + R"( membar.gl;
  ret;
})"});
    const RunResult r = s.run({});
    CHECK(r.status == RunStatus::Finished);
    return r.counters[Stall::membar];
  };
  CHECK(membar("%p") == 0);
  CHECK(membar("!%p") > 300);
}

TEST_CASE("lanes after a fence and lanes at a counted barrier of one warp do not lose each other") {
  Session s = open({"//! grid 1\n//! block 64\n//! arg out u32[64] = zero\n", R"(
.visible .entry k(.param .u64 out)
{
  .reg .pred %p, %q;
  .reg .b32 %t;
  .reg .b64 %a, %o;
  ld.param.u64 %a, [out];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %o, %t, 4;
  add.s64 %a, %a, %o;
  setp.ge.u32 %p, %t, 32;
  @%p bra other;
  setp.lt.u32 %q, %t, 16;
  @%q bra fenced;
  barrier.cta.arrive 1, 64;
  bra store;
fenced:
  st.global.u32 [%a], 7;
  membar.gl;
  barrier.cta.arrive 1, 64;
  bra store;
other:
  barrier.cta.sync 1, 64;
store:
  st.global.u32 [%a], %t;
  ret;
})"});
  const RunResult r = s.run({});
  INFO(r.explanation);
  CHECK(r.status == RunStatus::Finished);
}
