// Advice on branches that an assembler makes guards of, and on those that warps come to many times.
#include "sim/assembler/predicated.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/views/advice.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

/// As nvcc wrote it; two blocks of it.
struct NearestFour {
  explicit NearestFour(bool as_compiled = false) : session(options(as_compiled)) {
    run = session.run({});
    REQUIRE(run.status == RunStatus::Finished);
    all = advise({session.program(), session.arch(), run, {}});
  }
  static SessionOptions options(bool as_compiled) {
    SessionOptions out;
    out.file = std::string(SIMT_SOURCE_DIR) + "/tests/hardware/held_out/ptx/nearest_four.ptx";
    out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    out.arch = "h100";
    out.overrides.grid = Dim3{2, 1, 1};
    out.as_compiled = as_compiled;
    return out;
  }
  const Advice* about(const std::string& words) const {
    const auto found = std::ranges::find_if(
        all, [&](const Advice& a) { return a.title.find(words) != std::string::npos; });
    return found == all.end() ? nullptr : &*found;
  }

  Session session;
  RunResult run;
  std::vector<Advice> all;
};

}  // namespace

TEST_CASE("branches that are none as compiled are said to be, and promise nothing") {
  const NearestFour written;
  CHECK(written.run.counters[Counter::branch_divergent] > 0);
  const Advice* branches = written.about("split warps");
  REQUIRE(branches != nullptr);
  CHECK_THAT(branches->text,
             Contains("As compiled these branches are predicated, and no warp diverges here") &&
                 Contains("--code compiled") && !Contains("could do their work"));
  CHECK(branches->kind == GainKind::Later);
  CHECK(branches->gain == 0);
  CHECK(written.all.front().title.find("split") == std::string::npos);
  // As said.
  const NearestFour compiled(true);
  CHECK(compiled.run.counters[Counter::branch_divergent] == 0);
  CHECK(compiled.about("split warps") == nullptr);
}

TEST_CASE("a line that waits for its own loads says so") {
  const NearestFour written;
  const Advice* waits = written.about("short scoreboard");
  REQUIRE(waits != nullptr);
  CHECK_THAT(waits->text, Contains("It waits for its own loads from `tile`.") &&
                              !Contains("nearest_four.cu:17"));
}
