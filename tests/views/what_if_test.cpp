// What-if runs beside what following the advice brings: both kernels are run.
#include "tools/driver/what_if.h"

#include <catch2/catch.hpp>

#include "sim/views/advice.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

struct Launched {
  Launched(const std::string& file, const std::string& arch,
           const std::vector<std::string>& args = {}, WhatIfMode mode = WhatIfMode::All)
      : Launched(options(file, arch, args), mode) {}
  Launched(const SessionOptions& options, WhatIfMode mode)
      : session(options), run(session.run({})) {
    REQUIRE(run.status == RunStatus::Finished);
    Subject subject{session.program(), session.arch(), run, {}};
    subject.what_if = what_if_runs(subject, session, {}, mode);
    report = collect_report(subject);
  }

  static SessionOptions options(const std::string& file, const std::string& arch,
                                const std::vector<std::string>& args) {
    SessionOptions out;
    out.file = std::string(SIMT_SOURCE_DIR) + "/" + file;
    out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    out.arch = arch;
    for (const std::string& arg : args) out.overrides.args.push_back(parse_arg(arg, true));
    return out;
  }

  const Advice& about(const std::string& words) const {
    for (const Advice& a : report.advice)
      if (a.title.find(words) != std::string::npos) return a;
    FAIL("no advice on " << words);
    return report.advice.front();
  }

  Session session;
  RunResult run;
  Report report;
};

double brought(const Launched& before, const Launched& after) {
  return 100 * (1 - static_cast<double>(after.run.cycles_elapsed) /
                        static_cast<double>(before.run.cycles_elapsed));
}

/// Within 3 points and a fifth.
void check_near(const Advice& told, double real) {
  INFO(told.title << ": told " << told.gain << "%, brought " << real << "%");
  CHECK(told.ran);
  CHECK(told.gain >= 0.8 * real - 3);
  CHECK(told.gain <= 1.2 * real + 3);
}

const std::string kTones = "tests/views/kernels/transpose_tones.ir";
const std::string kBrightness = "tests/views/kernels/brightness.ir";

}  // namespace

TEST_CASE("what-if: of competing causes the one that gains more comes first") {
  for (const char* arch : {"v100", "t4", "a100", "rtx4060", "h200"}) {
    INFO(arch);
    const Launched before(kTones, arch);
    const double padded =
        brought(before, Launched(kTones, arch, {"pitch s32 = 33"}, WhatIfMode::Off));
    const double in_rows =
        brought(before, Launched(kTones, arch, {"rows s32 = 1"}, WhatIfMode::Off));
    const Advice &conflict = before.about("bank conflict"), &store = before.about("global store");
    check_near(conflict, padded);
    check_near(store, in_rows);
    CHECK((conflict.gain > store.gain) == (padded > in_rows));
  }
}

TEST_CASE("what-if: sectors that L1 has cost its time") {
  const Launched before(kBrightness, "t4");
  const Launched after(kBrightness, "t4", {"of_thread s32 = 1", "of_round s32 = 163840"},
                       WhatIfMode::Off);
  const double real = brought(before, after);
  CHECK(real > 40);
  check_near(before.about("global loads touches"), real);
  CHECK(&before.report.advice.front() == &before.about("global loads touches"));
  CHECK_THAT(before.about("global loads touches").text,
             Contains("a layout in which accesses share them may gain more, or less"));
  // The estimate counts it, too.
  const Launched estimated(kBrightness, "t4", {}, WhatIfMode::Off);
  const Advice& told = estimated.about("global loads touches");
  CHECK_FALSE(told.ran);
  CHECK(told.gain >= 0.5 * real);
  CHECK(told.gain <= 1.5 * real);
}

TEST_CASE("what-if: values and counters that follow from addresses are the kernel's") {
  Launched plain(kTones, "v100", {}, WhatIfMode::Off);
  const Subject subject{plain.session.program(), plain.session.arch(), plain.run, {}};
  for (const std::vector<Pc>& packs : what_if_candidates(subject)) {
    RunOptions options;
    options.packings = packings_of(subject, packs, plain.session.memory());
    const RunResult packed = plain.session.again(options);
    CHECK(packed.cycles_elapsed < plain.run.cycles_elapsed);
    for (const Counter c : {Counter::inst_executed, Counter::global_sectors,
                            Counter::shared_wavefronts, Counter::shared_ld_conflicts})
      CHECK(packed.counters[c] == plain.run.counters[c]);
    for (Pc pc = 0; pc < packed.lines.size(); ++pc)
      CHECK(packed.lines[pc].sectors == plain.run.lines[pc].sectors);
  }
}

TEST_CASE("what-if: one padding is one piece of advice") {
  const Launched run(kTones, "v100");
  CHECK(std::count_if(run.report.advice.begin(), run.report.advice.end(), [](const Advice& a) {
          return a.title.find("bank conflict") != std::string::npos;
        }) == 1);
  CHECK_THAT(run.about("bank conflict").title,
             Contains("(store, load)") || Contains("(load, store)"));
  CHECK_THAT(run.about("bank conflict").text,
             Contains("none of these 2 instructions has a conflict."));
}

TEST_CASE("what-if: a long launch keeps its estimates, and says so") {
  const Launched run(kBrightness, "t4", {"rounds s32 = 64", "of_thread s32 = 4"},
                     WhatIfMode::Short);
  CHECK(run.report.what_if_too_long);
  CHECK_THAT(render_details(run.report, Style{}, true), Contains("--what-if on"));
}

TEST_CASE("what-if: how it is written") {
  Advice a;
  a.gain = 41.7;
  a.ran = true;
  CHECK(gain_text(a) == "Est. speedup: 42% (what-if run)");
  a.gain = 0;
  CHECK(gain_text(a) == "Est. speedup: below 0.1% (what-if run)");
}

TEST_CASE("what-if: the same threads in smaller blocks, where more SMs share them") {
  const auto launched = [](const char* block, const char* grid, WhatIfMode mode) {
    SessionOptions options;
    options.file = std::string(SIMT_SOURCE_DIR) + "/tests/views/advice/people_75.cubin";
    options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    options.arch = "t4";
    options.overrides.kernel = "rounds";
    options.overrides.grid = parse_dim3(grid);
    options.overrides.block = parse_dim3(block);
    for (const char* arg : {"f32[1024]=random(1,0,1)", "f32[1024]=zero", "s32:200"})
      options.overrides.args.push_back(parse_arg(arg, false));
    return Launched(options, mode);
  };
  const Launched before = launched("256", "4", WhatIfMode::All);
  const Advice& told = before.about("4 blocks for 40 SMs");
  const double real = std::max(brought(before, launched("32", "32", WhatIfMode::Off)),
                               brought(before, launched("64", "16", WhatIfMode::Off)));
  check_near(told, real);
  CHECK(real > 5);
  CHECK_THAT(told.text, Contains("this launch is small") && Contains("in blocks of"));
  // Without a run nothing is promised, and it comes last.
  const Launched untried = launched("256", "4", WhatIfMode::Off);
  const Advice& last = untried.report.advice.back();
  CHECK_THAT(last.title, Contains("4 blocks for 40 SMs"));
  CHECK(last.kind == GainKind::Open);
}
