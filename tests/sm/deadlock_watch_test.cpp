// The proof of a deadlock begins and ends in mid-run: instructions then change between the short
// way through an SM, on which a run of arithmetic computes at once, and the long one.
#include <catch2/catch.hpp>

#include "sim/sm/device.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// Loops that bring nothing for twice the detector's patience, a store, and the same again,
/// shorter.
test::TextKernel quiet_and_not() {
  constexpr std::uint64_t kPerTrip = 8;
  const std::string trips = std::to_string(2 * DeadlockDetector::kDefaultPatience / kPerTrip);
  return {"//! grid 2\n//! block 96\n//! arg out u32[384] = zero\n", R"(
.visible .entry k(.param .u64 out)
{
  .reg .pred %p;
  .reg .b32 %t, %c, %n, %a, %b, %i, %trips;
  .reg .b64 %out, %o;
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %c, %ctaid.x;
  mad.lo.u32 %n, %c, 96, %t;
  mul.wide.u32 %o, %n, 4;
  add.s64 %out, %out, %o;
  mov.u32 %a, %n;
  mov.u32 %trips, )" + trips + R"(;
phase:
  mov.u32 %i, 0;
L:
  add.u32 %i, %i, 1;
  mul.lo.u32 %b, %a, 5;
  add.u32 %a, %b, 3;
  xor.b32 %a, %a, %i;
  shl.b32 %b, %a, 3;
  add.u32 %a, %a, %b;
  setp.lt.u32 %p, %i, %trips;
  @%p bra L;
  st.global.u32 [%out], %a;
  add.s64 %out, %out, 768;
  setp.gt.u32 %p, %trips, 100;
  mov.u32 %trips, 50;
  @%p bra phase;
  ret;
}
)"};
}

std::uint32_t expected(std::uint32_t a, std::uint32_t trips) {
  for (std::uint32_t i = 1; i <= trips; ++i) {
    a = (a * 5 + 3) ^ i;
    a += a << 3;
  }
  return a;
}

/// All instructions take the long way, and it sees when the detector watches.
struct Looks final : Observer {
  const Device* gpu = nullptr;
  unsigned changes = 0;
  bool watching = false;
  void on_issue(const IssueEvent&, const Outcome&, const WarpState&) override {
    if (gpu->detector().watching() == watching) return;
    watching = !watching;
    ++changes;
  }
};

}  // namespace

TEST_CASE("a detector that begins to watch and stops again changes nothing") {
  Session alone = test::open(quiet_and_not()), watched = test::open(quiet_and_not());
  const RunResult a = alone.run({});
  Looks looks;
  RunOptions options;
  options.observer = &looks;
  options.on_start = [&](const Device& gpu) { looks.gpu = &gpu; };
  const RunResult b = watched.run(options);
  CHECK(looks.changes >= 2);
  CHECK_FALSE(looks.watching);
  REQUIRE(a.status == RunStatus::Finished);
  CHECK(a.counters == b.counters);
  CHECK(a.cycles_elapsed == b.cycles_elapsed);
  const auto words = test::words(alone, 0);
  CHECK(words == test::words(watched, 0));
  const std::uint32_t trips = 2 * DeadlockDetector::kDefaultPatience / 8;
  for (const std::uint32_t n : {0u, 31u, 95u, 191u}) {
    CHECK(words[n] == expected(n, trips));
    CHECK(words[192 + n] == expected(words[n], 50));
  }
}
