// Two runs of shipped kernels side by side.
#include <catch2/catch.hpp>

#include "sim/diff/difference.h"
#include "tools/driver/session.h"

using namespace simt;
using Catch::Matchers::Contains;
using Catch::Matchers::Matches;

namespace {

struct Ran {
  Ran(const std::string& kernel, const std::string& arch) : Ran(options(kernel, arch)) {}
  explicit Ran(const SessionOptions& o) : label(o.arch), session(o) {
    RunOptions run;
    run.observer = &paths;
    result = session.run(run);
  }
  static SessionOptions options(const std::string& kernel, const std::string& arch) {
    SessionOptions o;
    o.file = std::string(SIMT_SOURCE_DIR) + "/kernels/" + kernel + ".ir";
    o.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    o.arch = arch;
    return o;
  }
  diff::Side side() const {
    return {label, {session.program(), session.arch(), result, {}}, paths};
  }
  std::string label;
  Session session;
  diff::PathRecord paths;
  RunResult result;
};

diff::Difference difference(const Ran& a, const Ran& b) {
  return diff::compare(a.side(), b.side(), {});
}

}  // namespace

TEST_CASE("a spin lock on both models: where they first diverge, and why one hangs") {
  const Ran pascal("spin_lock", "pascal"), volta("spin_lock", "volta");
  const diff::Difference d = difference(pascal, volta);
  CHECK(d.differs());
  const std::string text = diff::render_text(d, {}, false);
  CHECK_THAT(text, Contains("deadlock") && Contains("parked at the reconvergence point line 33"));
  CHECK_THAT(text, Contains("pascal runs lanes 1-31 first, at line 29"));
  CHECK_THAT(text, Contains("volta runs lane 0 first, at line 33"));
  CHECK_THAT(text, Contains("lines 29-31    lanes 1-31, ") && Contains(" times"));
}

TEST_CASE("a kernel without races in its order differs in time alone") {
  const Ran pascal("if_else", "pascal"), volta("if_else", "volta");
  const diff::Difference d = difference(pascal, volta);
  CHECK_FALSE(d.first_divergence);
  CHECK_FALSE(d.differs());
  const std::string text = diff::render_text(d, {}, false);
  CHECK_THAT(text, Contains("Every warp runs the same instructions"));
  CHECK_THAT(text, Contains("Cycles elapsed"));
}

TEST_CASE("before and after an optimisation: the lines are aligned, the figures differ") {
  const Ran before("bank_column", "volta"), after("bank_column_padded", "volta");
  const diff::Difference d = difference(before, after);
  REQUIRE(d.first_divergence);
  CHECK(d.first_divergence->common == 2);
  std::size_t only_one = 0;
  for (const diff::LineRow& r : d.lines) only_one += !r.a || !r.b;
  CHECK(only_one == 2);  // the line with the factor, on either side
  const std::string text = diff::render_text(d, {}, false);
  CHECK_THAT(text, Contains("loads, bank conflicts") && Contains("31 -> 0"));
  CHECK_THAT(text, Contains("mul.lo.u32 %at, %t, 132;"));
}

TEST_CASE("two kernels of one text: their own lines are paired, by what they say") {
  const auto of = [](const char* kernel) {
    SessionOptions o = Ran::options("vector_add", "volta");
    o.file = std::string(SIMT_SOURCE_DIR) + "/tests/golden/inputs/several.ir";
    o.overrides.kernel = kernel;
    return o;
  };
  const Ran first(of("first")), second(of("second"));
  const diff::Difference d = difference(first, second);
  std::size_t both = 0, only_one = 0;
  for (const diff::LineRow& r : d.lines) (r.a && r.b ? both : only_one) += 1;
  CHECK(both >= 6);
  CHECK(only_one <= 4);  // the second call, and its function
  CHECK(d.first_divergence);
}

TEST_CASE("two kernels of one text: the numbers of their registers do not part their lines") {
  const auto of = [](const char* kernel) {
    SessionOptions o = Ran::options("vector_add", "volta");
    o.file = std::string(SIMT_SOURCE_DIR) + "/tests/diff/two_instances.ir";
    o.overrides.kernel = kernel;
    return o;
  };
  const Ran one(of("one")), two(of("two"));
  std::vector<std::string> alone;
  for (const diff::LineRow& r : difference(one, two).lines)
    if (!r.a || !r.b) alone.push_back(diff::bare(r.either().text));
  CHECK(alone == std::vector<std::string>{"mul.lo.s32 %r4, %r3, 3;"});
}

TEST_CASE("two runs of the same do not differ, and --all shows what is equal") {
  const Ran a("vector_add", "volta"), b("vector_add", "volta");
  const diff::Difference d = difference(a, b);
  CHECK_FALSE(d.differs());
  CHECK_THAT(diff::render_text(d, {}, false), !Contains("Cycles elapsed"));
  CHECK_THAT(diff::render_text(d, {}, true), Contains("Cycles elapsed") && Contains("ld.global"));
}

TEST_CASE("metrics by name, and JSON") {
  const Ran a("bank_column", "volta"), b("bank_column_padded", "volta");
  const diff::Difference d =
      diff::compare(a.side(), b.side(), {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"});
  REQUIRE(d.figures.size() == 1);
  CHECK(d.figures[0].a == 62.0);
  CHECK(d.figures[0].b == 0.0);
  const std::string json = diff::render_json(d);
  CHECK_THAT(json, Contains("\"differs\": true") && Contains("\"instructions_before\": 2"));
  // A line has its text, not its number alone.
  CHECK_THAT(json, Matches("[^]*\"line\": [0-9]+,\\s*\"text\": \"[^\"]*[a-z]+[^]*"));
}
