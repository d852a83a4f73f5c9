// The issue stage of one SM between its parts: what a scheduler hears, and how long a warp stays.
#include "sim/sm/issue/issue_stage.h"

#include <catch2/catch.hpp>

#include "tests/sm/issue_rig.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// A kernel as text, its launch, and the SM that runs it.
struct Launch {
  explicit Launch(const std::string& text)
      : session(test::open({"//! grid 1\n//! block 32\n//! arg p u32[32] = zero\n",
                            ".visible .entry k(.param .u64 p) {\n"
                            ".reg .b32 %r<9>; .reg .b64 %d<9>;\nld.param.u64 %d1, [p];\n" +
                                text + "ret;\n}\n",
                            "v100"})),
        bound(bind(session.spec(), session.program(), memory)) {
    bound.state.num_sms = 1;
  }
  Session session;
  GlobalMemory memory;
  BoundLaunch bound;
};
struct Rig : Launch, test::IssueRig {
  explicit Rig(const std::string& text)
      : Launch(text), IssueRig(session.program(), session.arch(), bound.state, memory) {}
};

}  // namespace

TEST_CASE("a scheduler hears what misses, and when L2 has answered it") {
  Rig rig("ld.global.u32 %r1, [%d1];\nadd.u32 %r2, %r1, 1;\n");
  rig.run(5'000);
  CHECK(rig.count("missed 0") == 1);
  CHECK(rig.count("answered 0") == 0);
  CHECK(rig.count("issued 0") == 2);  // the addition waits
  CHECK(rig.heard.all.at(1) == "missed 0");
  rig.answer(6'000);
  CHECK(rig.count("answered 0") == 1);
  rig.run(5'990);
  CHECK(rig.count("issued 0") == 2);
  rig.run(7'000);
  CHECK(rig.count("issued 0") == 4);
}

TEST_CASE("a warp stays until an atomic has come back whose result nobody reads") {
  Rig rig("atom.global.add.u32 %r1, [%d1], 1;\n");
  rig.run(5'000);
  CHECK(rig.count("issued 0") == 3);  // ret, too
  CHECK(rig.ctas.residents() == 1);
  CHECK_FALSE(rig.load_store.completions().empty());
  rig.answer(8'000);
  CHECK(rig.ctas.residents() == 0);
  REQUIRE(rig.context.end.ctas_ended.size() == 1);
  CHECK(rig.context.end.ctas_ended[0].at >= 8'000);
  CHECK(rig.context.end.ctas_ended[0].at < 8'100);
  CHECK(rig.count("answered 0") == 1);
  CHECK(rig.grid.on(0).tally.stalls(2)[static_cast<std::size_t>(Stall::drain)] > 2'000);
}
