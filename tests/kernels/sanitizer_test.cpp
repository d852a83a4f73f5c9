// Which accesses of two warps to shared memory are races: what racecheck of compute-sanitizer says.
#include "sim/views/sanitizer.h"

#include <catch2/catch.hpp>

#include <algorithm>

#include "isa/cuda/command.h"
#include "tests/skip.h"

#include "tests/sm/text_kernel.h"

using namespace simt;
using Access = SharedAccess::Kind;

namespace {

struct Sanitized {
  std::vector<Sanitizer::Finding> findings;
  std::string report;
};

/// Runs `body` in blocks of so many threads; %t is the thread, %w the warp, %base the array `s`, in
/// which each thread has a word at %a, warp 1's being those of warp 0; all bytes are written.
Sanitized sanitize(const std::string& body, unsigned threads = 64, unsigned blocks = 1) {
  const std::string header =
      "//! grid " + std::to_string(blocks) + "\n//! block " + std::to_string(threads) + "\n";
  Session session = test::open({header, R"(.visible .entry k() {
  .shared .align 4 .u32 s[32];
  .reg .pred %p, %q;
  .reg .b32 %t, %w, %l, %x, %base, %a;
  mov.u32 %t, %tid.x;
  shr.u32 %w, %t, 5;
  and.b32 %l, %t, 31;
  mov.u32 %base, s;
  mad.lo.u32 %a, %l, 4, %base;
  setp.eq.u32 %p, %w, 0;
  setp.eq.u32 %q, %w, 1;
  @%p st.shared.u32 [%a], %t;
  bar.sync 0;
)" + body + "  ret;\n}\n"});
  session.bind();
  Sanitizer sanitizer(session.program(), session.program().shared.static_bytes, {});
  RunOptions options;
  options.observer = &sanitizer;
  const RunResult result = session.run(options);
  INFO(result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  return {sanitizer.findings(), sanitizer.report()};
}

const char* const kAtom = "atom.shared.add.u32 %x, [%base], 1;\n";
const char* const kLoad = "ld.shared.u32 %x, [%base];\n";

}  // namespace

TEST_CASE("the load that is a part of an atomic in machine code races with no atomic") {
  SessionOptions o;
  o.file = SIMT_SOURCE_DIR "/tests/machine/cubins/shared_float_86.cubin";
  o.config_dir = SIMT_SOURCE_DIR "/configs";
  o.arch = "rtx3090";
  o.overrides.grid = Dim3{1, 1, 1};
  o.overrides.block = Dim3{128, 1, 1};
  for (const char* arg : {"p0 f32[128] = const(1)", "p1 f32[128] = zero"})
    o.overrides.args.push_back(parse_arg(arg, true));
  Session session(o);
  session.bind();
  Sanitizer sanitizer(session.program(), session.program().shared.static_bytes, {});
  RunOptions options;
  options.observer = &sanitizer;
  REQUIRE(session.run(options).status == RunStatus::Finished);
  INFO(sanitizer.report());
  CHECK(sanitizer.findings().empty());
}

TEST_CASE("an atomic races with a plain access of another warp, whichever comes first") {
  const bool atomic_first = GENERATE(true, false);
  const Sanitized seen = atomic_first ? sanitize(
                                            "@%p atom.shared.add.u32 %x, [%base], 1;\n"
                                            "@%q ld.shared.u32 %x, [%base];\n")
                                      : sanitize(
                                            "@%p ld.shared.u32 %x, [%base];\n"
                                            "@%q atom.shared.add.u32 %x, [%base], 1;\n");
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].is_race());
  CHECK(seen.findings[0].earlier.kind == (atomic_first ? Access::Atomic : Access::Read));
  CHECK(seen.findings[0].access.kind == (atomic_first ? Access::Read : Access::Atomic));
  CHECK(seen.report.find("  atomic by warp ") != std::string::npos);
  CHECK(seen.findings[0].bytes == 4);
}

TEST_CASE("an atomic races with a plain store") {
  const Sanitized seen = sanitize(
      "@%p atom.shared.add.u32 %x, [%base], 1;\n"
      "@%q st.shared.u32 [%base], 5;\n");
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].is_race());
}

TEST_CASE("atomics do not race with each other, nor reads") {
  CHECK(sanitize(kAtom).findings.empty());
  CHECK(sanitize("red.shared.add.u32 [%base], 1;\n").findings.empty());
  CHECK(sanitize(kLoad).findings.empty());
}

TEST_CASE("a barrier between an atomic and a load orders them") {
  CHECK(sanitize(std::string(kAtom) + "bar.sync 0;\n" + kLoad).findings.empty());
}

TEST_CASE("a barrier orders its members only") {
  // Warps 2 and 3 pass a barrier of theirs between what warps 0 and 1 do.
  const Sanitized seen = sanitize(R"(
  setp.gt.u32 %p, %w, 1;
  @%p bar.sync 1, 64;
  @%p bra DONE;
  @!%q bra WRITE;
  nanosleep.u32 5000;
  ld.shared.u32 %x, [%a];
  bra DONE;
WRITE:
  st.shared.u32 [%a], %t;
DONE:
)",
                                  128);
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].is_race());
  CHECK(seen.findings[0].bytes == 128);
}

TEST_CASE("bar.arrive orders what came before it, not what follows it") {
  const std::string before = "@%p st.shared.u32 [%a], 7;\n@%p bar.arrive 1, 64;\n";
  const std::string after = "@%p bar.arrive 1, 64;\n@%p st.shared.u32 [%a], 7;\n";
  const std::string rest = "@%q bar.sync 1, 64;\n@%q ld.shared.u32 %x, [%a];\n";
  CHECK(sanitize(before + rest).findings.empty());
  CHECK(sanitize(after + rest).findings.size() == 1);
}

TEST_CASE("order is passed on from barrier to barrier") {
  // Warp 0 to warp 2 by barrier 1, warp 2 to warp 1 by barrier 2.
  CHECK(sanitize(R"(
  @%p st.shared.u32 [%a], 7;
  @%p bar.arrive 1, 64;
  setp.eq.u32 %p, %w, 2;
  @%p bar.sync 1, 64;
  @%p bar.arrive 2, 64;
  @%q bar.sync 2, 64;
  @%q ld.shared.u32 %x, [%a];
)",
                 96)
            .findings.empty());
}

TEST_CASE("a third reader is not forgotten") {
  // Warps 0, 1 and 2 read; 1 and 2 arrive before warp 3 stores.
  const Sanitized seen = sanitize(R"(
  setp.lt.u32 %q, %w, 3;
  @%q ld.shared.u32 %x, [%a];
  @%p bra DONE;
  bar.sync 1, 96;
  @!%q st.shared.u32 [%a], 7;
DONE:
)",
                                  128);
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].earlier.warp == 0);
}

TEST_CASE("a warp that has ended counts as arrived") {
  CHECK(sanitize("@%p st.shared.u32 [%a], 7;\n@%p exit;\nbar.sync 0;\n"
                 "ld.shared.u32 %x, [%a];\n")
            .findings.empty());
}

TEST_CASE("bytes are counted once, however often and in however many blocks they show a race") {
  const Sanitized seen = sanitize(R"(
  mov.u32 %l, 0;
AGAIN:
  @%p st.shared.u32 [%a], %t;
  @%q ld.shared.u32 %x, [%a];
  add.u32 %l, %l, 1;
  setp.lt.u32 %p, %l, 5;
  @%p bra AGAIN;
)",
                                  64, 3);
  INFO(seen.report);
  REQUIRE_FALSE(seen.findings.empty());
  for (const Sanitizer::Finding& f : seen.findings) {
    CHECK(f.bytes == 128);
    CHECK(f.ctas == 3);
  }
  CHECK(seen.report.find("128 bytes in 3 blocks\n") != std::string::npos);
}

TEST_CASE("unset words of machine code are found wherever a block's shared memory begins") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  for (const char* const arch : {"t4", "h100"}) {  // from 0 on, and from 0x400 on
    SessionOptions o;
    o.file = SIMT_SOURCE_DIR "/kernels/reduce_naive_faulty.ir";
    o.config_dir = SIMT_SOURCE_DIR "/configs";
    o.arch = arch;
    o.machine_code = true;
    Session session(o);
    session.bind();
    Sanitizer sanitizer(session.program(), session.program().shared.static_bytes, {});
    RunOptions options;
    options.observer = &sanitizer;
    session.run(options);
    INFO(arch);
    const auto unset = [](const Sanitizer::Finding& f) {
      return f.what == Sanitizer::Finding::What::Uninitialised;
    };
    CHECK(std::ranges::any_of(sanitizer.findings(), unset));
  }
}
