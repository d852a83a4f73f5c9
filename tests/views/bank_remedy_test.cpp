// What advice says that a padding leaves of bank conflicts, beside the kernel with that padding.
#include "sim/views/bank_remedy.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <regex>

#include "sim/views/advice.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

struct Walk {
  unsigned stride, step, rounds, row = 32, pad = 0;
};

struct Walked {
  explicit Walked(const Walk& walk, bool timing = true) : session(options(walk)) {
    RunOptions how;
    how.timing = timing;
    run = session.run(how);
    REQUIRE(run.status == RunStatus::Finished);
  }
  static SessionOptions options(const Walk& w) {
    SessionOptions out;
    out.file = std::string(SIMT_SOURCE_DIR) + "/tests/views/kernels/moving_start.ir";
    out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    out.arch = "v100";
    for (const auto& [name, value] :
         {std::pair("stride", w.stride), std::pair("step", w.step), std::pair("rounds", w.rounds),
          std::pair("row", w.row), std::pair("pad", w.pad)})
      out.overrides.args.push_back(parse_arg(fmt::format("{} u32 = {}", name, value), true));
    return out;
  }
  std::uint64_t conflicts() const { return run.counters[Counter::shared_ld_conflicts]; }
  std::string told() const {
    for (const Advice& a : advise({session.program(), session.arch(), run, {}}))
      if (a.title.find("bank conflict") != std::string::npos) return a.text;
    return "";
  }

  Session session;
  RunResult run;
};

/// The padding and what it leaves, as the text has them.
struct Told {
  unsigned row = 0, pad = 0;
  std::uint64_t left = 0;
};
std::optional<Told> told_by(const std::string& text) {
  static const std::regex change("With (\\d+) (?:word|element)s? more after every (\\d+) ");
  static const std::regex remain("([\\d,]+) of [\\d,]+ conflicts remain");
  std::smatch found;
  if (!std::regex_search(text, found, change)) return {};
  Told out{static_cast<unsigned>(std::stoul(found[2])),
           static_cast<unsigned>(std::stoul(found[1]))};
  if (std::regex_search(text, found, remain)) {
    std::string digits = found[1];
    std::erase(digits, ',');
    out.left = std::stoul(digits);
  }
  return out;
}

}  // namespace

TEST_CASE("what a padding leaves is what the kernel has with it, from whatever word it starts") {
  unsigned told = 0;
  for (const unsigned stride : {2u, 4u, 8u, 16u, 32u})
    for (const unsigned step : {1u, 4u}) {
      const Walk walk{stride, step, 40};
      INFO("stride " << stride << ", step " << step);
      const Walked as_it_is(walk);
      const std::string text = as_it_is.told();
      INFO(text);
      const auto change = told_by(text);
      if (!change) continue;
      ++told;
      const Walked padded({stride, step, 40, change->row, change->pad});
      CHECK(padded.conflicts() == change->left);
      CHECK(2 * padded.conflicts() < as_it_is.conflicts());
    }
  CHECK(told >= 8);
}

TEST_CASE("a padding that leaves conflicts says how many") {
  // Words 8 apart: 1 more after every 32 helps the start at word 0, and not those beside it.
  const Walk walk{8, 4, 5};
  const Walked padded({8, 4, 5, 32, 1});
  CHECK(padded.conflicts() == 3);
  CHECK(!Contains("With 1 word more after every 32 words").match(Walked(walk).told()));
}

TEST_CASE("of more patterns of addresses than are kept no sum is told") {
  const std::string text = Walked({2, 1, 1000}).told();
  INFO(text);
  CHECK_THAT(text,
             Contains("none of") && Contains("executions that were looked at; there are more."));
}

TEST_CASE("patterns do not depend on the engine") {
  const Walked timed({8, 1, 40}), functional({8, 1, 40}, false);
  REQUIRE(timed.run.patterns.size() == functional.run.patterns.size());
  std::size_t seen = 0;
  for (std::size_t pc = 0; pc < timed.run.patterns.size(); ++pc) {
    const AccessPatterns &a = timed.run.patterns[pc], &b = functional.run.patterns[pc];
    REQUIRE(a.found.size() == b.found.size());
    for (std::size_t i = 0; i < a.found.size(); ++i) {
      CHECK(a.found[i].same(b.found[i]));
      CHECK(a.found[i].count == b.found[i].count);
    }
    seen += a.found.size();
  }
  CHECK(seen == 40);
}
