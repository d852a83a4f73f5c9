// Runs that end by a limit, a fault or a deadlock: their figures hold up to the stop.
#include "sim/views/metrics.h"
#include "tests/kernels/run_kernel.h"
#include "tests/sm/text_kernel.h"

using namespace simt;
using simt::test::Run;

namespace {

struct Stopped {
  Session session;
  RunResult result;
};

Stopped stop(const Run& run, const RunOptions& options, RunStatus expected) {
  Stopped out{Session(simt::test::options_of(run)), {}};
  out.result = out.session.run(options);
  INFO(out.result.explanation);
  REQUIRE(out.result.status == expected);
  return out;
}

// What cannot be, however the run ended.
void check_bounds(const Stopped& s) {
  const ArchConfig& arch = s.session.arch();
  const RunResult& r = s.result;
  using enum Counter;
  for (const SmResult& sm : r.sms) {
    CHECK(sm.counters[sm_cycles_active] <= r.cycles_elapsed);
    CHECK(sm.counters[smsp_cycles_active] <=
          arch.sm.sub_partitions * sm.counters[sm_cycles_active]);
    CHECK(sm.counters[issue_active] <= sm.counters[smsp_cycles_active]);
    CHECK(sm.counters[warps_active] <=
          sm.counters[sm_cycles_active] *
              std::min(arch.limits.max_warps_per_sm, r.launch.occupancy.warps_per_sm));
    CHECK(sm.counters[warps_active] >= sm.counters[smsp_cycles_active]);
  }
  for (const Metric& m : metrics()) {
    // The largest of all SMs may exceed the peak of their average cycles, in any run.
    if (m.name.find("pct_of_peak_sustained") == std::string::npos ||
        m.name.find(".max.") != std::string::npos)
      continue;
    INFO(m.name);
    const double value = m.value({r, arch, &s.session.program()});
    CHECK_FALSE(value > 100.0);
  }
}

}  // namespace

TEST_CASE("a run that meets its limit of cycles has been active up to it") {
  const std::uint64_t limit = GENERATE(1u, 500u, 1000u);
  const std::string kernel = GENERATE("reduce_v2", "copy_offset", "matmul_tiled");
  RunOptions options;
  options.max_cycles = limit;
  const std::string arch = GENERATE("volta", "h200");
  INFO(kernel << " on " << arch << ", limit " << limit);
  const Stopped s = stop({kernel, arch}, options, RunStatus::Limit);
  CHECK(s.result.cycles_elapsed >= limit + s.session.arch().launch.kernel_cycles);
  CHECK(s.result.cycles_elapsed < limit + s.session.arch().launch.kernel_cycles + 2000);
  CHECK(s.result.counters[Counter::sm_cycles_active] > 0);
  check_bounds(s);
}

TEST_CASE("a limit shortly before its end leaves a run nearly the figures of the whole") {
  const RunResult whole = simt::test::finish({"reduce_v2"});
  RunOptions options;
  Session session(simt::test::options_of({"reduce_v2"}));
  options.max_cycles = whole.cycles_elapsed - session.arch().launch.kernel_cycles - 50;
  const Stopped s = stop({"reduce_v2"}, options, RunStatus::Limit);
  using enum Counter;
  for (const Counter c : {sm_cycles_active, smsp_cycles_active, warps_active}) {
    const auto all = static_cast<double>(whole.counters[c]);
    CHECK(static_cast<double>(s.result.counters[c]) == Approx(all).epsilon(0.02));
  }
  check_bounds(s);
}

TEST_CASE("a lone warp that never ends was resident for all of its SM's time") {
  const Stopped s = stop({"spin_lock", "pascal"}, {}, RunStatus::Deadlock);
  const Counters& c = s.result.counters;
  CHECK(c[Counter::warps_active] == c[Counter::smsp_cycles_active]);
  CHECK(s.result.cycles_elapsed >
        c[Counter::inst_executed] + s.session.arch().launch.kernel_cycles);
  check_bounds(s);
}

TEST_CASE("a run that faults has been active up to the fault") {
  const std::string kernel = GENERATE("misaligned", "reduce_v2_faulty");
  const Stopped s = stop({kernel}, {}, RunStatus::Fault);
  CHECK(s.result.counters[Counter::sm_cycles_active] > 0);
  CHECK(s.result.counters[Counter::warps_active] > 0);
  check_bounds(s);
}

TEST_CASE("warps that wait at a barrier when the run stops have waited there") {
  Session session = test::open({"//! grid 1\n//! block 64\n", R"(.visible .entry k() {
  .reg .pred %p;
  .reg .b32 %t;
  mov.u32 %t, %tid.x;
  setp.lt.u32 %p, %t, 32;
  @%p bar.sync 1, 64;
  @!%p bar.sync 2, 64;
  ret;
}
)"});
  const RunResult r = session.run({});
  REQUIRE(r.status == RunStatus::Deadlock);
  CHECK(r.counters[Stall::barrier] > 0);
  CHECK(r.counters[Counter::warps_active] == r.counters[Counter::smsp_cycles_active]);
}

TEST_CASE("warps that a limit stops are told by line of CUDA C++, most of them first") {
  // Two warps at two instructions of line 7, one at line 9: each line once.
  Session session = test::open({"//! grid 1\n//! block 128\n", R"(.visible .entry k() {
  .reg .pred %p, %q;
  .reg .b32 %t, %w;
  .loc 1 5 1
  mov.u32 %t, %tid.x;
  shr.u32 %w, %t, 5;
  setp.eq.u32 %p, %w, 0;
  setp.eq.u32 %q, %w, 1;
  @%p bra A;
  @%q bra B;
  .loc 1 9 1
  bra.uni C;
  .loc 1 7 1
A:
  bra.uni A;
B:
  bra.uni B;
  .loc 1 9 1
C:
  bra.uni C;
}
.file 1 "spin.cu"
)"});
  RunOptions options;
  options.max_cycles = 2000;
  const RunResult r = session.run(options);
  REQUIRE(r.status != RunStatus::Finished);
  INFO(r.explanation);
  const auto first = r.explanation.find("2 warps at spin.cu:7");
  const auto second = r.explanation.find("2 warps at spin.cu:9");
  CHECK(first != std::string::npos);
  CHECK(second != std::string::npos);
  CHECK_THAT(r.explanation,
             Catch::Matchers::Contains("1 of them; the others at 1 more instruction of this line"));
}
