// Which updates of global memory are lost: loads and stores between which another thread changes
// the word and nothing can have ordered the two.
#include "sim/views/lost_updates.h"

#include <catch2/catch.hpp>

#include "sim/views/sanitizer.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

struct Sanitized {
  std::vector<LostUpdates::Finding> findings;
  std::string report;
  std::uint32_t sum = 0;  ///< of all words
};

/// Runs `body` in blocks of 64 threads: %t is the thread of its block, %i of the grid, %base an
/// array of 128 words that are 0, %own that thread's word in it.
Sanitized sanitize(const std::string& body, unsigned blocks = 1) {
  const std::string header =
      "//! grid " + std::to_string(blocks) + "\n//! block 64\n//! arg words u32[128] = zero\n";
  Session session = test::open({header, R"(.visible .entry k(.param .u64 words) {
  .reg .pred %p, %q;
  .reg .b32 %t, %b, %i, %x, %y;
  .reg .b64 %base, %own, %o;
  ld.param.u64 %base, [words];
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mad.lo.u32 %i, %b, 64, %t;
  mul.wide.u32 %o, %i, 4;
  add.u64 %own, %base, %o;
)" + body + "  ret;\n}\n"});
  session.bind();
  Sanitizer sanitizer(session.program(), 0, {});
  RunOptions options;
  options.observer = &sanitizer;
  const RunResult result = session.run(options);
  INFO(result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  Sanitized out{sanitizer.lost_updates().findings(), sanitizer.report()};
  for (const std::uint32_t word : test::words(session, 0)) out.sum += word;
  return out;
}

std::string plus_one(const std::string& guard, const std::string& address) {
  return guard + "ld.global.u32 %x, [" + address + "];\n" + guard + "add.u32 %x, %x, 1;\n" + guard +
         "st.global.u32 [" + address + "], %x;\n";
}

}  // namespace

TEST_CASE("lost updates: lanes of a warp that add to one word") {
  const Sanitized seen = sanitize(plus_one("", "%base"));
  INFO(seen.report);
  REQUIRE(seen.findings.size() == 1);
  const LostUpdates::Finding& found = seen.findings.front();
  CHECK(found.words.size() == 1);
  CHECK(found.times == 64 - seen.sum);
  CHECK(found.thread.warp.warp == found.other.warp.warp);
  CHECK(found.thread.lane != found.other.lane);
  using Catch::Matchers::Contains;
  CHECK_THAT(seen.report, Contains("lost update of global memory") && Contains("63 changes") &&
                              Contains("of 1 word: an atomic"));
}

TEST_CASE("lost updates: a thread of each warp, and of each block") {
  const Sanitized warps =
      sanitize("and.b32 %y, %t, 31;\nsetp.eq.u32 %p, %y, 0;\n" + plus_one("@%p ", "%base"));
  REQUIRE(warps.findings.size() == 1);
  CHECK(warps.findings.front().thread.warp.warp != warps.findings.front().other.warp.warp);
  const Sanitized blocks = sanitize("setp.eq.u32 %p, %t, 0;\n" + plus_one("@%p ", "%base"), 2);
  REQUIRE(blocks.findings.size() == 1);
  CHECK(blocks.sum == 1);
  CHECK(blocks.findings.front().thread.warp.cta != blocks.findings.front().other.warp.cta);
}

TEST_CASE("lost updates: an atomic in between is lost as well") {
  CHECK(sanitize("setp.eq.u32 %p, %t, 0;\n"
                 "ld.global.u32 %x, [%base];\n"
                 "@!%p red.global.add.u32 [%base], 1;\n"
                 "add.u32 %x, %x, 1;\n"
                 "@%p st.global.u32 [%base], %x;\n")
            .findings.size() == 1);
}

TEST_CASE("no lost updates: words of one thread each, atomics, marks") {
  for (const std::string& body :
       {plus_one("", "%own"), std::string("red.global.add.u32 [%base], 1;\n"),
        std::string("ld.global.u32 %x, [%base];\nsetp.eq.u32 %p, %x, 0;\nmov.u32 %y, 7;\n"
                    "@%p st.global.u32 [%base], %y;\n")}) {
    const Sanitized seen = sanitize(body, 2);
    INFO(seen.report);
    CHECK(seen.findings.empty());
    CHECK(seen.report.empty());
  }
}

TEST_CASE("no lost updates: barriers order the warps of a block") {
  // Each thread adds to the word of the next one, and then to its own.
  const Sanitized seen = sanitize(
      "xor.b32 %y, %t, 32;\nmul.wide.u32 %o, %y, 4;\nadd.u64 %o, %base, %o;\n"
      "ld.global.u32 %y, [%own];\nbar.sync 0;\n" +
      plus_one("", "%o") + "bar.sync 0;\nadd.u32 %y, %y, 1;\nst.global.u32 [%own], %y;\n");
  INFO(seen.report);
  CHECK(seen.findings.empty());
}

TEST_CASE("no lost updates: a lock") {
  const Sanitized seen = sanitize(
      "setp.eq.u32 %q, %t, 0;\n@!%q bra out;\n"
      "again:\natom.global.cas.b32 %y, [%base+256], 0, 1;\nsetp.ne.u32 %p, %y, 0;\n@%p bra again;\n"
      "membar.gl;\n" +
          plus_one("", "%base") + "membar.gl;\natom.global.exch.b32 %y, [%base+256], 0;\nout:\n",
      8);
  INFO(seen.report);
  CHECK(seen.findings.empty());
  CHECK(seen.sum == 8);
}
