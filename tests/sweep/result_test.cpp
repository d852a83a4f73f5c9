// The runs of a sweep: processes, exit codes, and what is shown of them.
#include <catch2/catch.hpp>

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "tools/sweep/processes.h"
#include "tools/sweep/result.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kElapsed = "sm__cycles_elapsed.max";
constexpr const char* kConflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum";

SweepPoint point(const std::string& value, double cycles, double conflicts) {
  SweepPoint p;
  p.values = {value};
  p.kernel = "demo";
  p.arch = "v100";
  p.finished = true;
  p.metrics = {{kElapsed, cycles}, {kConflicts, conflicts}};
  return p;
}

SweepResult sample() {
  SweepResult out{{{"block", {"32", "64", "2048"}}}, {}, {}};
  out.points = {point("32", 1200, 0), point("64", 1500, 31), {}};
  out.points[2].values = {"2048"};
  out.points[2].exit = Exit::Usage;
  out.points[2].error = "too <large>\nsecond line";
  out.columns = {{"cycles", find_metric(kElapsed)}, {"conflicts", find_metric(kConflicts)}};
  return out;
}

SessionOptions kernel(const std::string& name) {
  SessionOptions o;
  o.file = std::string(SIMT_SOURCE_DIR) + "/kernels/" + name + ".ir";
  o.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  return o;
}

}  // namespace

TEST_CASE("work runs in processes, in any number at a time, and comes back in order") {
  const unsigned jobs = GENERATE(1u, 3u, 20u);
  const std::string long_text(300'000, 'x');  // more than a pipe holds
  const auto results =
      run_in_processes(7, jobs, [&](std::size_t i) { return std::to_string(i) + long_text; });
  REQUIRE(results.size() == 7);
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(results[i].output == std::to_string(i) + long_text);
    CHECK(results[i].signal == 0);
  }
}

TEST_CASE("a process that is killed takes no other with it") {
  const auto results = run_in_processes(3, 2, [](std::size_t i) -> std::string {
    if (i == 1) std::raise(SIGKILL);
    return "{}";
  });
  CHECK(results[1].signal == SIGKILL);
  CHECK(results[2].output == "{}");
  const SweepPoint killed = point_of(results[1]);
  CHECK(killed.exit == Exit::Usage);
  CHECK_THAT(killed.error, Contains("Killed"));
}

TEST_CASE("a process that throws or leaves says so, and is a failure") {
  const auto results = run_in_processes(4, 2, [](std::size_t i) -> std::string {
    if (i == 1) throw std::runtime_error("no such thing");
    if (i == 2) _exit(9);
    return i == 3 ? "half a {" : "{}";
  });
  CHECK(results[0].exit_code == 0);
  CHECK(results[1].exit_code == kWorkThrew);
  CHECK(results[2].exit_code == 9);
  const SweepPoint threw = point_of(results[1]), left = point_of(results[2]);
  CHECK(threw.exit == Exit::Usage);
  CHECK(threw.error == "the run failed: no such thing");
  CHECK(left.exit == Exit::Usage);
  CHECK(left.error == "the run ended with exit code 9");
  CHECK(point_of(results[3]).error == "the run ended without a result");
}

TEST_CASE("a run becomes a point: metrics, or why there are none") {
  const SweepPoint fine = point_of({run_point(kernel("bank_column"), {}, {})});
  CHECK(fine.finished);
  CHECK(fine.exit == Exit::Fine);
  CHECK(fine.metrics.at(kConflicts) == 62);  // 31 of the stores, 31 of the loads
  CHECK(fine.kernel == "bank_column");
  SessionOptions pascal = kernel("spin_lock");
  pascal.arch = "pascal";
  const SweepPoint stuck = point_of({run_point(pascal, {}, {})});
  CHECK(stuck.exit == Exit::Deadlock);
  CHECK_FALSE(stuck.finished);
  CHECK_THAT(stuck.error, Contains("deadlock"));
  CHECK(point_of({run_point(kernel("absent"), {}, {})}).exit == Exit::Usage);
  SessionOptions goal = kernel("bank_column");
  goal.overrides.goals.push_back({std::string(kConflicts) + " == 0"});
  const SweepPoint missed = point_of({run_point(goal, {}, {})});
  CHECK(missed.exit == Exit::Check);
  CHECK(missed.finished);
  CHECK_THAT(missed.error, Contains("goal not met") && Contains("is 62, expected 0"));
}

TEST_CASE("the exit code is that of the run that got least far") {
  std::vector<SweepPoint> points(3);
  CHECK(worst_exit(points) == Exit::Fine);
  points[1].exit = Exit::Check;
  CHECK(worst_exit(points) == Exit::Check);
  points[2].exit = Exit::Fault;
  CHECK(worst_exit(points) == Exit::Fault);
}

TEST_CASE("the table has a row for each value, and the error of a run below its row") {
  const std::string text = render_sweep(sample(), {});
  CHECK_THAT(text, Contains("demo on v100"));
  CHECK_THAT(text, Contains("  block  cycles  conflicts\n     32   1,200          0\n"));
  CHECK_THAT(text, Contains("   2048       -          -\n      ^ exit 2: too <large>\n"));
  CHECK_THAT(text, !Contains("second line"));
}

TEST_CASE("columns that are 0 in every run are left out, unless asked for") {
  std::vector<SweepPoint> points{point("1", 5, 0), point("2", 6, 0)};
  CHECK(sweep_columns({}, false, points).size() == 2);  // cycles and duration
  points[1].metrics[kConflicts] = 1;
  CHECK(sweep_columns({}, false, points).size() == 3);
  const auto asked = sweep_columns({kElapsed, "smsp__inst_executed.sum"}, false, points);
  REQUIRE(asked.size() == 3);
  CHECK(asked[2].label == "smsp__inst_executed.sum");
  CHECK(sweep_columns({}, true, points).size() == 1);
}

TEST_CASE("a share of nothing is no number in the table") {
  constexpr const char* kUniform = "smsp__sass_average_branch_targets_threads_uniform.pct";
  SweepResult s{{{"block", {"1", "2"}}}, {}, {}};
  s.points = {point("1", 5, 0), point("2", 6, 0)};
  s.points[0].metrics.insert({{kUniform, 0}, {"smsp__sass_branch_targets.sum", 0}});
  s.points[1].metrics.insert({{kUniform, 0}, {"smsp__sass_branch_targets.sum", 4}});
  s.columns = {{"branch eff.", find_metric(kUniform)}};
  CHECK_THAT(render_sweep(s, {}), Contains("      1            -\n      2         0.0%\n"));
}

TEST_CASE("two parameters make a matrix of one metric") {
  SweepResult m{{{"arch", {"p100", "v100"}}, {"block", {"32", "64"}}}, {}, {}};
  for (const double cycles : {1.0, 2.0, 3.0, 4.0}) m.points.push_back(point("", cycles, 0));
  m.columns = {{"cycles", find_metric(kElapsed)}};
  CHECK_THAT(render_sweep(m, {}), Contains("  arch  32  64\n  p100   1   2\n  v100   3   4\n"));
}

TEST_CASE("CSV, JSON and the plot hold every run") {
  const SweepResult s = sample();
  CHECK_THAT(sweep_csv(s), Contains("\"64\",\"0\",\"\",\"1500\",\"31\"\n"));
  CHECK_THAT(sweep_json(s),
             Contains("\"block\": \"64\"") && Contains("\"" + std::string(kElapsed) + "\": 1500"));
  const std::string svg = sweep_svg(s);
  CHECK_THAT(svg, Contains("<title>block 64: 1,500</title>"));
  CHECK_THAT(svg, !Contains("<title>block 2048"));
  CHECK_THAT(svg, Contains(">block</text>"));
}

TEST_CASE("a metric that does not change is told, not drawn") {
  SweepResult s = sample();
  s.points[1].metrics[kConflicts] = 0;
  CHECK_THAT(sweep_svg(s), Contains(">0 in every run that finished</text>"));
  s.points.pop_back();
  s.over[0].values.pop_back();
  const std::string svg = sweep_svg(s);
  CHECK_THAT(svg, Contains(">0 in every run</text>") && Contains("<title>block 64: 1,500</title>"));
  CHECK_THAT(svg, !Contains("<title>block 64: 0</title>"));
}

TEST_CASE("the axis of a plot has round marks of one unit") {
  SweepResult s = sample();
  constexpr const char* kDuration = "gpu__time_duration.sum";
  s.columns = {{"duration", find_metric(kDuration)}};
  s.points[0].metrics[kDuration] = 240;
  s.points[1].metrics[kDuration] = 1900;
  const std::string svg = sweep_svg(s);
  CHECK_THAT(svg,
             Contains(">0</text>") && Contains(">0.2 us</text>") && Contains(">2.0 us</text>"));
  CHECK_THAT(svg, !Contains(" ns</text>"));
}
