// Kernels that look stuck and are not, one for each condition of a proof (docs/DEVIATIONS.md, "When
// a deadlock is proven"), and their stuck siblings. An H200 ends, or hangs, as said here
// (tests/hardware/exits).
#include <catch2/catch.hpp>

#include "sim/sm/rules/deadlock.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

constexpr const char* kPollVolatile = "ld.volatile.global.u32 %v, [%flag];";

/// `work` instructions of arithmetic, none of which repeats a state.
std::string long_work(std::uint64_t trips) {
  return "mov.u32 %i, 0;\nW: mad.lo.u32 %x, %x, 1664525, 1013904223; add.u32 %i, %i, 1;\n"
         "setp.lt.u32 %q, %i, " +
         std::to_string(trips) + "; @%q bra W;\nst.global.u32 [%out+128], %x;\n";
}
/// Twice as much as the detector's patience with two warps.
const std::string kLong = long_work(4 * DeadlockDetector::kDefaultPatience);

/// Thread `t` of the grid (%g; %t in its block) has %out = out + 4 g; %flag = out.
RunResult run(const std::string& text, unsigned block, unsigned grid = 1,
              const std::string& arch = "h200", bool timing = true) {
  const std::string header = "//! grid " + std::to_string(grid) + "\n//! block " +
                             std::to_string(block) + "\n//! arg out u32[4096] = zero\n";
  test::TextKernel kernel{header, R"(
.shared .align 4 .b32 shared_flag;
.visible .entry k(.param .u64 pout)
{
  .reg .pred %p, %q;
  .reg .b32 %t, %g, %b, %v, %x, %i;
  .reg .b64 %out, %flag, %a, %c, %e;
  ld.param.u64 %flag, [pout];
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mov.u32 %g, %ntid.x;
  mad.lo.u32 %g, %g, %b, %t;
  mul.wide.u32 %a, %g, 4;
  add.u64 %out, %flag, %a;
  mov.u32 %x, %g;
)" + text + "\nret;\n}\n",
                          arch};
  kernel.sms = 2;
  Session session = test::open(kernel);
  RunOptions options;
  options.max_cycles = 50'000'000;
  options.timing = timing;
  return session.run(options);
}

void ends_in(RunStatus status, const std::string& text, unsigned block, unsigned grid) {
  for (const bool timing : {true, false}) {
    const RunResult result = run(text, block, grid, "h200", timing);
    INFO(text << "\ntiming " << timing << "\n" << result.explanation);
    CHECK(result.status == status);
  }
}
void finishes(const std::string& text, unsigned block, unsigned grid = 1) {
  ends_in(RunStatus::Finished, text, block, grid);
}
void is_stuck(const std::string& text, unsigned block, unsigned grid = 1) {
  ends_in(RunStatus::Deadlock, text, block, grid);
}

std::string spin(const std::string& poll = kPollVolatile) {
  return "S: " + poll + " setp.ne.u32 %p, %v, 5; @%p bra S;\n";
}
std::string if_lane(const std::string& condition, const std::string& then,
                    const std::string& otherwise) {
  return condition + " @%p bra THEN;\n" + otherwise + "bra.uni DONE;\nTHEN:\n" + then + "DONE:\n";
}
const std::string kRaise = "st.volatile.global.u32 [%flag], 5;\n";

}  // namespace

TEST_CASE("no proof: a warp waits for another one that computes for long") {
  finishes(if_lane("setp.eq.u32 %p, %t, 40;", kLong + kRaise, spin()), 64);
  finishes(if_lane("setp.eq.u32 %p, %t, 40;", kLong + kRaise, spin("ld.global.u32 %v, [%flag];")),
           64);
}

TEST_CASE("no proof: a block waits for another block that computes for long") {
  finishes(if_lane("setp.eq.u32 %p, %b, 1;", kLong + kRaise, spin()), 32, 2);
}

TEST_CASE("no proof: lanes wait for lanes of their warp, whichever side runs first") {
  for (const char* poll : {kPollVolatile, "ld.relaxed.gpu.global.u32 %v, [%flag];",
                           "ld.acquire.gpu.global.u32 %v, [%flag];", "ld.global.u32 %v, [%flag];",
                           "atom.global.or.b32 %v, [%flag], 0;"})
    for (const char* who : {"setp.eq.u32 %p, %t, 0;", "setp.ne.u32 %p, %t, 0;"})
      finishes(if_lane(who, kLong + kRaise, spin(poll)), 32);
}

TEST_CASE("no proof: a loop that reads a clock") {
  finishes(
      "mov.u64 %c, %clock64; add.u64 %e, %c, 2000000;\n"
      "S: mov.u64 %c, %clock64; setp.lt.u64 %p, %c, %e; @%p bra S;",
      32);
  finishes(
      "mov.u64 %c, %globaltimer; add.u64 %e, %c, 1000000;\n"
      "S: mov.u64 %c, %globaltimer; setp.lt.u64 %p, %c, %e; @%p bra S;",
      32);
}

TEST_CASE("no proof: a warp that sleeps between two looks") {
  finishes(if_lane("setp.eq.u32 %p, %t, 40;", kLong + kRaise,
                   spin(std::string("nanosleep.u32 100; ") + kPollVolatile)),
           64);
}

TEST_CASE("no proof: a barrier that exiting warps and lanes release") {
  for (const char* who : {"setp.ge.u32 %p, %t, 32;", "setp.ge.u32 %p, %t, 20;"})
    finishes(if_lane(who, kLong + "ret;\n", "bar.sync 0;\n"), 64);
}

TEST_CASE("no proof: values in shared memory that another warp writes later") {
  finishes(if_lane("setp.eq.u32 %p, %t, 40;", kLong + "st.volatile.shared.u32 [shared_flag], 5;\n",
                   spin("ld.volatile.shared.u32 %v, [shared_flag];")),
           64);
}

TEST_CASE("no proof: a loop whose state returns only after longer than the detector watches") {
  // A 17-bit generator of full period: it ends where its first state would return.
  finishes(
      "mov.u32 %i, 0;\nS: mad.lo.u32 %i, %i, 4096, %i; add.u32 %i, %i, 77777; and.b32 %i, %i, "
      "131071; setp.ne.u32 %p, %i, 0; @%p bra S;",
      32);
}

TEST_CASE("no proof: lanes that pass the end of a branch while others wait in it") {
  finishes(if_lane("setp.ge.u32 %p, %t, 20;", "", "bar.sync 0; st.global.u32 [%out], 1;\n") +
               "st.global.u32 [%out+128], 2;",
           64);
  finishes(if_lane("setp.lt.u32 %p, %t, 16;",
                   "shfl.sync.bfly.b32 %v, %t, 1, 31, 0xffffffff; st.global.u32 [%out], %v;\n",
                   "st.global.u32 [%out], 7;\n") +
               "st.global.u32 [%out+128], 2;",
           32);
}

TEST_CASE(
    "proven: all lanes at one barrier, one to come when a value changes that nobody changes") {
  is_stuck(if_lane("setp.eq.u32 %p, %t, 40;", "bar.sync 0;\n" + kRaise, spin() + "bar.sync 0;\n"),
           64);
}

TEST_CASE("proven: bar.sync at two places, not barrier.sync") {
  const auto both = [](const std::string& barrier) {
    return if_lane("setp.lt.u32 %p, %t, 16;", barrier + "st.global.u32 [%out], 3;\n",
                   barrier + "st.global.u32 [%out], 4;\n");
  };
  is_stuck(both("bar.sync 0;"), 64);
  is_stuck(both("barrier.sync.aligned 0;"), 64);
  finishes(both("barrier.sync 0;"), 64);
}

TEST_CASE("up to Pascal a barrier counts warps") {
  const auto both = if_lane("setp.lt.u32 %p, %t, 16;", "bar.sync 0; st.global.u32 [%out], 3;\n",
                            "bar.sync 0; st.global.u32 [%out], 4;\n");
  CHECK(run(both, 32, 1, "pascal").status == RunStatus::Finished);
  const auto one = if_lane("setp.lt.u32 %p, %t, 16;", "bar.sync 0; st.global.u32 [%out], 3;\n",
                           "st.global.u32 [%out], 4;\n");
  CHECK(run(one, 64, 1, "pascal").status == RunStatus::Finished);
}
