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
