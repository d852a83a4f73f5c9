// The pages made from the sample run: text, CSV, JSON.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sample.h"
#include "sim/views/csv.h"
#include "sim/views/json.h"
#include "sim/views/source.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

struct Fixture {
  const Program program = sample::program();
  const ArchConfig arch = sample::arch();
  RunResult run = sample::run();
  const Subject subject{program,
                        arch,
                        run,
                        {{"out[0] == 1", 9, true, ""}, {"out[1] == 2", 10, false, "out[1] is 3"}}};
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

}  // namespace

TEST_CASE_METHOD(Fixture, "331 the details page holds every section within its width") {
  sample::lasts(run, 245760);
  const std::string page = render_details(collect_report(subject), Style{}, true);
  for (const char* title :
       {"Launch", "Occupancy", "Instructions and divergence", "Global memory", "Shared memory",
        "Caches and device memory", "Time", "Checks", "Advice"})
    CHECK_THAT(page, Contains(std::string("\n") + title));
  CHECK_THAT(page, !Contains("Local and constant memory"));
  CHECK_THAT(page, !Contains("\033["));
  CHECK_THAT(page, Contains("grid 8, block 64: 512 threads in 16 warps of 32"));
  CHECK_THAT(page, Contains("limited by shared memory"));
  CHECK_THAT(page, Contains("  ok      out[0] == 1\n"));
  CHECK_THAT(page, Contains("  FAILED  out[1] == 2\n          out[1] is 3\n"));
  CHECK_THAT(page, Contains("448 of 512 sectors (87.5%)"));
  for (const std::string& line : lines_of(page)) {
    INFO(line);
    CHECK(line.size() <= 100);
    CHECK((line.empty() || line.back() != ' '));
  }
}

TEST_CASE_METHOD(Fixture, "332 the basic set is shorter") {
  const Report report = collect_report(subject);
  const std::string page = render_details(report, Style{}, false);
  CHECK_THAT(page, !Contains("Global memory"));
  CHECK_THAT(page, Contains("Occupancy"));
}

TEST_CASE_METHOD(Fixture, "338 branch efficiency follows from the figures beside it") {
  const Report report = collect_report(subject);
  const auto section =
      std::find_if(report.sections.begin(), report.sections.end(),
                   [](const Section& s) { return s.title == "Instructions and divergence"; });
  REQUIRE(section != report.sections.end());
  std::map<std::string, double> value;
  for (const Fact& f : section->facts) value[f.label] = f.value;
  CHECK(value.at("Branch efficiency") ==
        Approx(100 * value.at("Uniform branches") / value.at("Branch targets")));
  CHECK_THAT(render_details(report, Style{}, true),
             Contains("the share of branch targets that are uniform"));
}

TEST_CASE_METHOD(Fixture, "333 the source page lays figures beside the lines") {
  const auto rows = collect_source(subject);
  REQUIRE(rows.size() == 7);
  CHECK(rows[2].cuda == "demo.cu:17");
  CHECK(rows[2].counters.sectors == 512);
  CHECK(rows[5].active_lanes == 16);
  CHECK(rows[3].stall_share == Approx(80));
  CHECK_FALSE(rows[0].has_instruction);
  const std::string page = render_source(subject, rows, Style{});
  CHECK_THAT(page, Contains("32.00") && Contains("demo.cu:17  ld.global.u32") && Contains("496"));
}

TEST_CASE_METHOD(Fixture, "339 the source page counts requests of local memory as the details do") {
  Program wide = program;
  wide.code[0].memory.space = StateSpace::Local;
  wide.code[0].memory.type = ScalarType::F64;
  wide.code[0].memory.elements = 2;
  const auto rows = collect_source({wide, arch, run, {}});
  CHECK(rows[2].counters.requests == 4 * 16);  // a request for each word
  CHECK(rows[2].load_requests == 4 * 16);
  CHECK(rows[2].counters.sectors == 512);
}

TEST_CASE_METHOD(Fixture, "334 CSV has the columns of ncu") {
  const std::string columns =
      "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\","
      "\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\","
      "\"Metric Name\",\"Metric Unit\",\"Metric Value\"";
  const std::string launch =
      "\"0\",\"0\",\"simt-sim\",\"127.0.0.1\",\"demo\",\"1\",\"7\",\"(64, 1, 1)\",\"(8, 1, 1)\","
      "\"0\",\"7.0\",";
  const auto rows = lines_of(details_csv(subject, true, MetricNaming::Label));
  CHECK(rows[0] == columns +
                       ",\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup "
                       "Type\",\"Estimated Speedup\"");
  // Rows of metrics end as ncu's do: a separator after the value, and nothing.
  CHECK(rows[3] ==
        launch + "\"GPU Speed Of Light Throughput\",\"Elapsed Cycles\",\"cycle\",\"24576\",");
  const std::string all = details_csv(subject, true, MetricNaming::Label);
  CHECK_THAT(all, Contains("\"Occupancy\",\"Theoretical Occupancy\",\"%\",\"50\","));
  CHECK_THAT(all, Contains("\"SourceCounters\",\"\",\"\",\"\",\"Advice\",\"OPT\",\"demo.cu:17 (PTX "
                           "line 3): global load"));
  CHECK_THAT(all,
             Contains("\"Command line profiler metrics\",\"lts__t_sector_op") ||
                 Contains("\"Command line profiler metrics\",\"lts__t_sectors.sum\",\"sector\""));
  CHECK_THAT(details_csv(subject, true, MetricNaming::Name),
             Contains("\"Occupancy\",\"sm__maximum_warps_per_active_cycle_pct\",\"%\",\"50\","));
  CHECK_THAT(details_csv(subject, true, MetricNaming::LabelName),
             Contains("\"Theoretical Occupancy (sm__maximum_warps_per_active_cycle_pct)\""));
  const std::string basic = details_csv(subject, false, MetricNaming::Label);
  CHECK_THAT(basic, Contains("Launch Statistics") && !Contains("Warp State Statistics"));
  const auto only = lines_of(metrics_csv(subject, {find_metric("smsp__inst_executed.sum")}));
  REQUIRE(only.size() == 2);
  CHECK(only[0] == columns);  // without sections there are no rules
  CHECK(only[1] ==
        launch + "\"Command line profiler metrics\",\"smsp__inst_executed.sum\",\"inst\",\"64\"");
  const auto raw = lines_of(
      raw_csv(subject, {find_metric("smsp__inst_executed.sum"), find_metric("launch__grid_size")}));
  REQUIRE(raw.size() == 3);
  CHECK_THAT(raw[0],
             Catch::Matchers::EndsWith("\"smsp__inst_executed.sum\",\"launch__grid_size\""));
  CHECK_THAT(raw[1], Catch::Matchers::EndsWith("\"inst\",\"\""));
  CHECK_THAT(raw[2], Catch::Matchers::EndsWith("\"64\",\"8\""));
}

TEST_CASE_METHOD(Fixture, "336 the source page as CSV has a row for every line, in ncu's columns") {
  const auto rows = lines_of(source_csv(subject, collect_source(subject)));
  REQUIRE(rows.size() == 2 + program.text.lines.size());
  CHECK(rows[0] == "\"Kernel Name\",\"demo\",");
  CHECK_THAT(
      rows[1],
      Catch::Matchers::StartsWith(
          "\"Line No\",\"Source\",\"Warp Stall Sampling (All Samples)\",\"Warp Stall "
          "Sampling (Not-issued Samples)\",\"# Samples\",\"Instructions Executed\","
          "\"Thread Instructions Executed\",\"Predicated-On Thread Instructions Executed\"") &&
          Contains("\"stall_long_sb\"") && Catch::Matchers::EndsWith("\"CUDA Source\""));
  CHECK_THAT(rows[2], Catch::Matchers::StartsWith("\"1\",\".visible .entry demo()\",\"\",\"\""));
  CHECK_THAT(rows[4],
             Catch::Matchers::StartsWith(
                 "\"3\",\"ld.global.u32 %r1, [%rd1];\",\"0\",\"0\",\"0\",\"16\",\"512\"") &&
                 Contains("\"448\",\"512\",\"64\"") && Catch::Matchers::EndsWith("\"demo.cu:17\""));
  CHECK_THAT(rows[5], Contains("\"496\",\"512\",\"16\""));
}

TEST_CASE_METHOD(Fixture,
                 "337 the source page leaves out functions that the kernel does not reach") {
  Program several = program;
  several.text.lines.insert(several.text.lines.end(), {"// another", ".entry other()", "{", "}"});
  several.text.lines.push_back(".global .u32 after;");
  several.text.unreached = {{8, 11}};
  const Subject of_several{several, arch, run, {}};
  const auto rows = collect_source(of_several);
  REQUIRE(rows.size() == 8);
  CHECK(rows[6].line == 7);
  CHECK(rows[7].line == 12);
  const std::string page = render_source(of_several, rows, Style{});
  CHECK_THAT(page, !Contains("other") && Contains("}\n  ...\n   12"));
  // One line of text may hold functions of both kinds.
  several.text.unreached = {{3, 11}};
  CHECK(collect_source(of_several).size() == 7);
}

TEST_CASE_METHOD(Fixture, "335 JSON has plain numbers under ncu's names") {
  sample::lasts(run, 245760);
  const auto json = nlohmann::json::parse(render_json(subject));
  CHECK(json["kernel"] == "demo");
  CHECK(json["arch"] == "testgpu");
  CHECK(json["status"] == "finished");
  CHECK(json["metrics"]["smsp__inst_executed.sum"] == 64);
  CHECK(json["metrics"]["smsp__inst_executed.sum"].is_number_integer());
  CHECK(json["metrics"]["lts__t_sector_hit_rate.pct"] == 25.0);
  CHECK(json["lines"][0]["load_sectors"] == 512);
  CHECK(json["lines"][1]["load_requests"] == 0);
  CHECK(json["metrics"].size() == metrics().size());
  CHECK(json["checks"][1]["passed"] == false);
  CHECK(json["lines"].size() == 4);
  CHECK(json["lines"][0]["source"] == "demo.cu:17");
  CHECK(json["advice"].size() > 3);
}
