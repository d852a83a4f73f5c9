// What is said of a run that was cut off while everything waits for a word that nothing changes.
#include <catch2/catch.hpp>

#include "tests/sm/text_kernel.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

/// Runs `body` (%flag: address of `flags`, %p, %q, %n, %x to use) for so many cycles.
std::string stopped(const std::string& body, bool timing, std::uint64_t cycles = 60000) {
  Session session = test::open({"//! grid 2\n//! block 32\n//! arg flags u32[4] = zero\n",
                                R"(.visible .entry k(.param .u64 flags) {
  .reg .pred %p, %q;
  .reg .b32 %n, %x, %t;
  .reg .b64 %flag, %other;
  ld.param.u64 %flag, [flags];
  mov.u32 %n, 0;
)" + body + "  ret;\n}\n",
                                "volta"});
  RunOptions options;
  options.max_cycles = cycles;
  options.timing = timing;
  const RunResult run = session.run(options);
  REQUIRE(run.status == RunStatus::Limit);
  return run.explanation;
}

// It counts its rounds, so that no state comes back and no deadlock is proven.
const std::string kWait = R"(
WAIT:
  add.u32 %n, %n, 1;
  ld.volatile.global.u32 %x, [%flag+8];
  setp.eq.u32 %p, %x, 0;
  @%p bra WAIT;
)";

}  // namespace

TEST_CASE("a word that nothing changes is named when the run is cut off, as a hint") {
  const bool timing = GENERATE(true, false);
  const std::string text = stopped(kWait, timing);
  INFO(text);
  CHECK_THAT(text, Contains("hint: 2 paths of warps wait for flags+8 at 0x") &&
                       Contains("to differ from 0") && Contains("It holds 0") &&
                       Contains("ld.volatile.global.u32 %x, [%flag+8]") &&
                       Contains("This is no proof"));
}

TEST_CASE("no hint where somebody does something else, or the loop writes") {
  const bool timing = GENERATE(true, false);
  CHECK_THAT(stopped(R"(
  mov.u32 %t, %ctaid.x;
  setp.eq.u32 %q, %t, 0;
  @%q bra WAIT;
WORK:
  add.u32 %n, %n, 1;
  setp.ne.u32 %p, %n, 0;
  @%p bra WORK;
)" + kWait,
                     timing),
             !Contains("hint"));
  CHECK_THAT(stopped(R"(
WAIT:
  add.u32 %n, %n, 1;
  st.volatile.global.u32 [%flag+4], %n;
  ld.volatile.global.u32 %x, [%flag+8];
  setp.eq.u32 %p, %x, 0;
  @%p bra WAIT;
)",
                     timing),
             !Contains("hint"));
}

TEST_CASE("no hint in the first rounds of a loop") {
  CHECK_THAT(stopped(kWait, true, 3000), !Contains("hint"));
}
