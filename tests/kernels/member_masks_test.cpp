// Member masks that name lanes which do not take part: what --sanitize says of them, and what a
// run without an observer says in both engines.
#include "sim/views/member_masks.h"

#include <catch2/catch.hpp>

#include "sim/views/sanitizer.h"
#include "tests/sm/text_kernel.h"

using namespace simt;
using Wrong = MemberMasks::Finding::Kind;

namespace {

struct Masks {
  RunStatus status{};
  std::vector<MemberMasks::Finding> findings;
  std::string report;
  std::vector<MemberMasks::Finding> plain, functional;  ///< of runs without an observer
};

std::vector<MemberMasks::Finding> found_by(const RunResult& run) {
  std::vector<MemberMasks::Finding> out;
  for (const auto& [pc, seen] : run.wrong_masks.seen()) out.push_back(seen.first);
  return out;
}

/// The same findings as the sanitizer's, but for what it alone follows: where lanes exited.
void check_same(const std::vector<MemberMasks::Finding>& sanitizer,
                const std::vector<MemberMasks::Finding>& plain) {
  REQUIRE(plain.size() == sanitizer.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const MemberMasks::Finding &a = sanitizer[i], &b = plain[i];
    CHECK(a.pc == b.pc);
    CHECK(a.kind == b.kind);
    CHECK(a.lanes == b.lanes);
    CHECK(a.mask == b.mask);
    CHECK(a.missing == b.missing);
    CHECK(a.started == b.started);
    CHECK(a.worked == b.worked);
  }
}

/// Runs `body` in a block of so many threads: %t is the thread, %x a value of it, %out its place in
/// `out`, %low whether it is one of the first 16.
Masks run(const std::string& body, const std::string& arch = "volta", unsigned threads = 32) {
  const std::string header =
      "//! grid 1\n//! block " + std::to_string(threads) + "\n//! arg out s32[128] = zero\n";
  Session session = test::open({header, R"(.visible .entry k(.param .u64 out) {
  .reg .pred %low, %high, %p, %q;
  .reg .b32 %t, %x, %y, %mask;
  .reg .b64 %out, %offset;
  mov.u32 %t, %tid.x;
  ld.param.u64 %out, [out];
  mul.wide.u32 %offset, %t, 4;
  add.s64 %out, %out, %offset;
  mov.u32 %x, %t;
  setp.lt.u32 %low, %t, 16;
  setp.ge.u32 %high, %t, 16;
)" + body + "  st.global.u32 [%out], %x;\n  ret;\n}\n",
                                arch});
  session.bind();
  Sanitizer sanitizer(session.program(), session.program().shared.static_bytes, {});
  RunOptions options;
  options.observer = &sanitizer;
  Masks out;
  out.status = session.run(options).status;
  for (const auto& [pc, seen] : sanitizer.member_masks().findings())
    out.findings.push_back(seen.first);
  out.report = sanitizer.report();
  out.plain = found_by(session.again({}));
  RunOptions untimed;
  untimed.timing = false;
  out.functional = found_by(session.again(untimed));
  INFO(out.report);
  check_same(out.findings, out.plain);
  check_same(out.findings, out.functional);
  return out;
}

}  // namespace

TEST_CASE("a full mask on one side of a branch") {
  const Masks seen = run(R"(
  @%high bra SKIP;
  shfl.sync.down.b32 %x, %x, 8, 31, 0xffffffff;
SKIP:
)");
  INFO(seen.report);
  CHECK(seen.status == RunStatus::Finished);
  REQUIRE(seen.findings.size() == 1);
  const MemberMasks::Finding& f = seen.findings[0];
  CHECK(f.mask == 0xffff'ffffu);
  CHECK((f.missing & 0xffffu) == 0);
  CHECK((f.missing & 0x00ff'0000u) == 0x00ff'0000u);  // lanes 16-23 are read at least
  CHECK(seen.report.find("wrong member mask") != std::string::npos);
  CHECK(seen.report.find("shfl.sync.down.b32 %x, %x, 8") != std::string::npos);
  CHECK(seen.report.find("__ballot_sync") != std::string::npos);
  CHECK(seen.report.find("exited at line ") != std::string::npos);
}

TEST_CASE("a full mask on one side of a branch, whatever the instruction") {
  for (const char* inst : {"vote.sync.ballot.b32 %x, %low, 0xffffffff;",
                           "bar.warp.sync 0xffffffff;", "match.any.sync.b32 %x, %t, 0xffffffff;"}) {
    const Masks seen = run(std::string("@%high bra SKIP;\n") + inst + "\nSKIP:\n");
    INFO(inst << "\n" << seen.report);
    CHECK(seen.status == RunStatus::Finished);
    REQUIRE(seen.findings.size() == 1);
    CHECK(seen.findings[0].kind == Wrong::ExitUnexpected);
    CHECK(seen.findings[0].lanes == 0xffffu);
    CHECK(seen.findings[0].missing == 0xffff'0000u);
  }
}

TEST_CASE("a shuffle that reads lanes which have returned early") {
  const char* const arch = GENERATE("volta", "pascal");
  const Masks seen = run(R"(
  @%high ret;
  shfl.sync.down.b32 %x, %x, 8, 31, 0xffffffff;
)",
                         arch);
  INFO(arch << "\n" << seen.report);
  CHECK(seen.status == RunStatus::Finished);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == Wrong::ReadsExited);
  CHECK(seen.findings[0].lanes == 0xff00u);
  CHECK(seen.findings[0].missing == 0x00ff'0000u);
}

TEST_CASE("lanes that have returned early do no harm where nobody reads them") {
  CHECK(run("@%high ret;\nshfl.sync.idx.b32 %x, %x, 0, 31, 0xffffffff;\n").findings.empty());
  CHECK(run("@%high ret;\nbar.warp.sync 0xffffffff;\n").findings.empty());
  CHECK(run("@%high ret;\nvote.sync.ballot.b32 %x, %low, 0xffffffff;\n").findings.empty());
}

TEST_CASE("right masks") {
  CHECK(run("shfl.sync.down.b32 %x, %x, 8, 31, 0xffffffff;\n").findings.empty());
  CHECK(run(R"(
  vote.sync.ballot.b32 %mask, %low, 0xffffffff;
  @%high bra SKIP;
  shfl.sync.bfly.b32 %x, %x, 8, 31, %mask;
SKIP:
)")
            .findings.empty());
  // Both sides come to a shuffle with the full mask, at different places: they take part.
  CHECK(run(R"(
  @%high bra OTHER;
  shfl.sync.bfly.b32 %x, %x, 16, 31, 0xffffffff;
  bra JOIN;
OTHER:
  add.u32 %x, %x, 1;
  shfl.sync.bfly.b32 %x, %x, 16, 31, 0xffffffff;
JOIN:
)")
            .findings.empty());
  // Lanes that were never started are named here, but not read.
  CHECK(run("vote.sync.ballot.b32 %mask, %low, 0xffffffff;\n", "volta", 20).findings.empty());
}

TEST_CASE("lanes of the path whose guard is false do not take part") {
  const Masks seen = run("@%low shfl.sync.down.b32 %x, %x, 8, 31, 0xffffffff;\n");
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == Wrong::ReadsGuarded);
  CHECK(seen.findings[0].missing == 0x00ff'0000u);
  CHECK(seen.report.find("guard") != std::string::npos);
}

TEST_CASE("lanes that wait for others which work elsewhere and return") {
  // The side that stays runs first and waits; the other one stores before it returns.
  const Masks seen = run(R"(
  @%low bra STAY;
  st.global.u32 [%out], %t;
  ret;
STAY:
  bar.warp.sync 0x0000ffff;
  bar.warp.sync 0xffffffff;
)");
  INFO(seen.report);
  CHECK(seen.status == RunStatus::Finished);
  for (const MemberMasks::Finding& f : seen.findings) {
    CHECK(f.kind == Wrong::ExitUnexpected);
    CHECK(f.missing == 0xffff'0000u);
    CHECK(seen.report.find("elsewhere, at line ") != std::string::npos);
  }
}

TEST_CASE("up to Pascal lanes elsewhere are a fault") {
  const Masks seen = run(R"(
  @%high bra SKIP;
  shfl.sync.down.b32 %x, %x, 8, 31, 0xffffffff;
SKIP:
)",
                         "pascal");
  CHECK(seen.status == RunStatus::Fault);
}

TEST_CASE("one finding for an instruction, however many warps show it") {
  const Masks seen =
      run("@%high ret;\nshfl.sync.down.b32 %x, %x, 8, 31, 0xffffffff;\n", "volta", 32);
  CHECK(seen.findings.size() == 1);
  CHECK(seen.report.find("in 1 warp\n") != std::string::npos);
}

TEST_CASE("a full mask in a last warp that the block does not fill") {
  const char* const shuffle = "  shfl.sync.down.b32 %x, %x, 4, 31, 0xffffffff;\n";
  const Masks seen = run(shuffle, "volta", 40);
  INFO(seen.report);
  CHECK(seen.status == RunStatus::Finished);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].kind == Wrong::ReadsUnstarted);
  CHECK(seen.findings[0].lanes == 0xf0);
  CHECK(seen.findings[0].missing == 0xf00);
  CHECK_THAT(seen.report, Catch::Contains("lanes 8-11") &&
                              Catch::Contains("the block has only 8 threads in its last warp"));
  CHECK(run(shuffle, "volta", 64).findings.empty());
  CHECK(run("  shfl.sync.bfly.b32 %x, %x, 4, 31, 0xff;\n", "volta", 8).findings.empty());
}
