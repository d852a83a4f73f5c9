// Barriers in diverged code: what --sanitize says of them, as synccheck does.
#include "sim/views/diverged_barriers.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "sim/views/sanitizer.h"
#include "tests/sm/text_kernel.h"

using namespace simt;
using Barrier = DivergedBarriers::Finding::Kind;
using Catch::Matchers::Contains;

namespace {

struct Checked {
  RunStatus status{};
  std::vector<DivergedBarriers::Finding> findings;
  std::string report, note;
};

/// Runs `body` in a block of 64 threads: %t is the thread, %out its place in `out`, %odd whether it
/// is odd, %low whether it is of the first warp, %few of the first 40 threads.
Checked run(const std::string& body, const std::string& arch = "volta", bool as_compiled = false) {
  test::TextKernel kernel{"//! grid 1\n//! block 64\n//! arg out u32[64] = zero\n",
                          R"(.visible .entry k(.param .u64 out) {
  .reg .pred %odd, %low, %few, %more;
  .reg .b32 %t, %x, %i;
  .reg .b64 %out, %offset;
  mov.u32 %t, %tid.x;
  ld.param.u64 %out, [out];
  mul.wide.u32 %offset, %t, 4;
  add.s64 %out, %out, %offset;
  and.b32 %x, %t, 1;
  setp.eq.u32 %odd, %x, 1;
  setp.lt.u32 %low, %t, 32;
  setp.lt.u32 %few, %t, 40;
)" + body + "}\n",
                          arch};
  kernel.as_compiled = as_compiled;
  Session session = test::open(kernel);
  session.bind();
  Sanitizer sanitizer(session.program(), session.program().shared.static_bytes, {});
  RunOptions options;
  options.observer = &sanitizer;
  Checked out;
  out.status = session.run(options).status;
  for (const auto& [pc, seen] : sanitizer.diverged_barriers().findings())
    out.findings.push_back(seen.first);
  out.report = sanitizer.report();
  out.note = sanitizer.diverged_barriers().note();
  return out;
}

const std::string kStore = "  st.global.u32 [%out], %x;\n";

}  // namespace

TEST_CASE("a barrier that odd threads go round") {
  for (const char* arch : {"volta", "pascal"})
    for (const bool as_compiled : {false, true}) {
      const Checked seen =
          run("  @%odd bra SKIP;\n  st.global.u32 [%out], %t;\n  bar.sync 0;\nSKIP:\n" + kStore +
                  "  ret;\n",
              arch, as_compiled);
      INFO(arch << (as_compiled ? ", as compiled\n" : ", as written\n") << seen.report);
      CHECK(seen.status == RunStatus::Finished);
      REQUIRE(seen.findings.size() == 1);
      CHECK(seen.findings[0].others == 0xaaaaaaaa);
      CHECK_THAT(seen.report, Contains("barrier in diverged code") && Contains("in 1 block"));
    }
}

TEST_CASE("a barrier that one warp goes round") {
  const Checked seen = run("  @%low bra SKIP;\n  bar.sync 0;\nSKIP:\n" + kStore + "  ret;\n");
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == Barrier::Skipped);
  CHECK(seen.findings[0].warp == 1);
  CHECK(seen.findings[0].other_warp == 0);
}

TEST_CASE("a guarded barrier") {
  const Checked seen = run("  @!%odd bar.sync 0;\n" + kStore + "  ret;\n");
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == Barrier::Guarded);
  CHECK(seen.findings[0].lanes == 0x55555555);
}

TEST_CASE("two warps at two barriers") {
  const Checked seen =
      run("  @%low bra LOW;\n  mov.u32 %x, 2;\n  bar.sync 0;\n  bra JOIN;\n"
          "LOW:\n  bar.sync 0;\nJOIN:\n" +
          kStore + "  ret;\n");
  INFO(seen.report);
  CHECK(seen.status == RunStatus::Finished);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == Barrier::TwoPlaces);
}

TEST_CASE("two warps at two barriers of machine code: copies of one, unless their lines differ") {
  Session session = test::open(
      {"//! grid 1\n//! block 64\n",
       ".visible .entry k() {\n  .reg .pred %p;\n  .reg .b32 %t;\n  mov.u32 %t, %tid.x;\n"
       "  setp.lt.u32 %p, %t, 32;\n  @%p bra LOW;\n  bar.sync 0;\n  ret;\n"
       "LOW:\n  bar.sync 0;\n  mov.u32 %t, 1;\n  ret;\n}\n"});
  session.bind();
  const auto findings = [&](std::vector<std::uint32_t> lines) {
    Program program = session.program();
    program.machine.emplace().ptx.line = std::move(lines);
    Sanitizer sanitizer(program, 0, {});
    RunOptions options;
    options.observer = &sanitizer;
    CHECK(session.run(options).status == RunStatus::Finished);
    return sanitizer.diverged_barriers().findings().size();
  };
  const std::size_t count = session.program().code.size();
  std::vector<std::uint32_t> own(count);
  std::iota(own.begin(), own.end(), 1);
  CHECK(findings({}) == 0);
  CHECK(findings(std::vector<std::uint32_t>(count, 7)) == 0);
  CHECK(findings(own) == 1);
}

TEST_CASE("threads that leave a loop with a barrier before the others") {
  const Checked seen =
      run("  mov.u32 %i, 0;\nAGAIN:\n  bar.sync 0;\n  add.u32 %i, %i, 1;\n"
          "  setp.lt.u32 %more, %i, 3;\n  @%low bra OUT;\n  @%more bra AGAIN;\nOUT:\n" +
          kStore + "  ret;\n");
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == Barrier::Skipped);
  CHECK(seen.findings[0].other_warp == 0);
}

TEST_CASE("who has left the kernel is not missed at a barrier") {
  const std::string rest = "  bar.sync 0;\n" + kStore + "  ret;\n";
  for (const char* arch : {"volta", "pascal"})
    for (const bool as_compiled : {false, true}) {
      INFO(arch << as_compiled);
      CHECK(run("  @!%few exit;\n" + rest, arch, as_compiled).report.empty());
      CHECK(run("  @!%few bra OUT;\n" + rest + "OUT:\n  ret;\n", arch, as_compiled).report.empty());
      // Whatever they did before.
      CHECK(run("  @%few bra IN;\n  st.global.u32 [%out], %t;\n  ret;\nIN:\n" + rest, arch,
                as_compiled)
                .report.empty());
      CHECK(run(rest, arch, as_compiled).report.empty());
      // They may leave a loop with barriers, too.
      CHECK(run("  mov.u32 %i, 0;\nAGAIN:\n  bar.sync 0;\n  add.u32 %i, %i, 1;\n"
                "  setp.lt.u32 %more, %i, 3;\n  @!%few exit;\n  @%more bra AGAIN;\n" +
                    kStore + "  ret;\n",
                arch, as_compiled)
                .report.empty());
    }
}

TEST_CASE("threads that have exited do not count for a barrier, which is told") {
  const Checked seen = run("  @!%few exit;\n  bar.sync 0;\n" + kStore + "  ret;\n");
  CHECK(seen.findings.empty());
  CHECK_THAT(seen.note, Contains("note: 24 threads of block 0 had exited when its barrier opened"));
  CHECK(run("  bar.sync 0;\n  @!%few exit;\n" + kStore + "  ret;\n").note.empty());
}
