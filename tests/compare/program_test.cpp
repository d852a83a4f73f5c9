// Made-up reports of programs: what `exec --json` writes beside what `ncu --csv` writes.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/compare/program_comparison.h"

using namespace simt;
using namespace simt::compare;
using Catch::Matchers::Contains;

namespace {

const char* const kLoads = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";

struct FromExec {
  std::string kernel;
  double ns = 0;
  int loads = 0, grid = 8;
};
struct FromNcu {
  std::string kernel, us, loads;
  int grid = 8;
};

std::string json_of(const std::vector<FromExec>& launches) {
  nlohmann::json out{{"launches", nlohmann::json::array()}};
  for (const FromExec& l : launches)
    out["launches"].push_back(
        {{"id", out["launches"].size()},
         {"report",
          {{"kernel", l.kernel},
           {"arch", "h200"},
           {"as_compiled", true},
           {"grid", {l.grid, 1, 1}},
           {"block", {64, 1, 1}},
           {"metrics",
            {{kDuration, l.ns}, {kLoads, l.loads}, {"lts__t_sector_hit_rate.pct", nullptr}}}}}});
  return out.dump();
}

std::string csv_of(const std::vector<FromNcu>& launches) {
  std::string out =
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\",\"Section Name\",\"Metric "
      "Name\",\"Metric Unit\",\"Metric Value\"\n";
  unsigned id = 3;
  for (const FromNcu& l : launches) {
    const std::string row = fmt::format("\"{}\",\"{}\",\"(64, 1, 1)\",\"({}, 1, 1)\",\"9.0\",\"\"",
                                        id++, l.kernel, l.grid);
    out += fmt::format("{},\"{}\",\"us\",\"{}\"\n", row, kDuration, l.us);
    out += fmt::format("{},\"{}\",\"request\",\"{}\"\n", row, kLoads, l.loads);
  }
  return out;
}

ProgramComparison compared(const std::vector<FromExec>& simulated,
                           const std::vector<FromNcu>& measured, const Options& options = {}) {
  return compare_program(parse_program_report(json_of(simulated), "out/walk.json"),
                         ncu::read_report(csv_of(measured), "walk.csv"), options);
}

}  // namespace

TEST_CASE("990 launches of a program stand beside those of ncu, by kernel and order") {
  const ProgramComparison c =
      compared({{"_Z4stepPii", 2000, 16}, {"_Z4donePi", 1000, 4}, {"_Z4stepPii", 4000, 32}},
               {{"step(int *, int)", "2.00", "16"},
                {"done(int *)", "2.00", "4"},
                {"step(int *, int)", "5.00", "32"}});
  REQUIRE(c.launches.size() == 3);
  CHECK(c.pairs() == 3);
  CHECK(c.program == "walk");
  CHECK(c.launches[1].launch.simulated->id == 1);
  CHECK(c.launches[2].launch.simulated->id == 2);
  CHECK(c.launches[2].launch.measured->id == "5");
  CHECK(c.count(CompareClass::Exact, Verdict::Equal) == 3);
  CHECK(c.mean_duration_difference() == Approx((0 + 50 + 20) / 3.0));
  CHECK(c.remarks.empty());
  CHECK_FALSE(c.failed());
  const std::string text = render_program_text(c, Style{}, false);
  CHECK_THAT(text, Contains("all 1 equal") && Contains("-50.0%") && Contains("3 of 3 equal"));
}

TEST_CASE("991 an exact counter that differs fails a program's comparison") {
  const ProgramComparison c =
      compared({{"_Z4stepPii", 2000, 16}, {"_Z4stepPii", 2000, 24}},
               {{"step(int *, int)", "2.00", "16"}, {"step(int *, int)", "2.00", "16"}});
  CHECK(c.failed());
  CHECK(c.count(CompareClass::Exact, Verdict::Differs) == 1);
  CHECK_THAT(render_program_text(c, Style{}, false),
             Contains("Exact, and not equal") && Contains(kLoads) && Contains("+50.0%"));
  CHECK(render_program_csv(c) ==
        "\"ID\",\"Kernel Name\",\"Launch\",\"Duration Simulated (ns)\",\"Duration Measured "
        "(ns)\",\"Exact Metrics\",\"Exact Metrics Equal\"\n"
        "\"0\",\"step\",\"(8) x (64)\",\"2000\",\"2000\",\"1\",\"1\"\n"
        "\"1\",\"step\",\"(8) x (64)\",\"2000\",\"2000\",\"1\",\"0\"\n");
  const nlohmann::json json = nlohmann::json::parse(render_program_json(c));
  CHECK(json["failed"] == true);
  CHECK(json["summary"]["exact"]["differs"] == 1);
  CHECK(json["launches"][1]["measured_id"] == "4");
}

TEST_CASE("992 time decides with a tolerance alone") {
  const std::vector<FromExec> simulated{{"_Z4stepPii", 3000, 16}};
  const std::vector<FromNcu> measured{{"step(int *, int)", "2.00", "16"}};
  CHECK_FALSE(compared(simulated, measured).failed());
  CHECK(compared(simulated, measured, {49.0, {}}).failed());
  CHECK_FALSE(compared(simulated, measured, {51.0, {}}).failed());
}

TEST_CASE("993 launches without a counterpart are said") {
  const ProgramComparison fewer =
      compared({{"_Z4stepPii", 2000, 16}, {"_Z4donePi", 9, 1}},
               {{"step(int *, int)", "2.00", "16"}, {"step(int *, int)", "2.00", "16"}});
  CHECK(fewer.pairs() == 1);
  REQUIRE(fewer.remarks.size() == 2);
  CHECK_THAT(fewer.remarks[0], Contains("holds no launch of 'done'"));
  CHECK_THAT(fewer.remarks[1], Contains("'step': launches: 1 simulated, 2 measured"));
  CHECK(fewer.failed());
  // ncu measured one kernel of several: nothing wrong.
  CHECK_FALSE(compared({{"_Z4stepPii", 2000, 16}, {"_Z4donePi", 9, 1}},
                       {{"step(int *, int)", "2.00", "16"}})
                  .failed());
}

TEST_CASE("994 other names, template arguments and shapes are said") {
  const ProgramComparison c =
      compared({{"_Z5scaleIfEvPT_", 2000, 16, 4}}, {{"void scale<double>(T1 *)", "2.00", "16", 8}});
  CHECK(c.pairs() == 1);
  REQUIRE(c.remarks.size() == 2);
  CHECK_THAT(c.remarks[0], Contains("taken by the function's name"));
  CHECK_THAT(c.remarks[1], Contains("another grid or block"));
  CHECK_THROWS_WITH(compared({{"_Z4stepPii", 2000, 16}}, {{"other(int *)", "2.00", "16"}}),
                    Contains("none of the launches of out/walk.json") && Contains("other(int *)"));
}

TEST_CASE("995 of several instances each takes the launches of its own arguments") {
  const ProgramComparison c = compared(
      {{"_Z5scaleIfEvPT_", 1000, 1}, {"_Z5scaleIdEvPT_", 2000, 2}},
      {{"void scale<double>(T1 *)", "2.00", "2"}, {"void scale<float>(T1 *)", "1.00", "1"}});
  CHECK(c.launches[0].launch.simulated->id == 1);
  CHECK(c.launches[1].launch.simulated->id == 0);
  CHECK_FALSE(c.failed());
}

TEST_CASE("996 what is no report of a program is named") {
  CHECK_THROWS_WITH(parse_program_report("{\"metrics\": {}}", "a.json"),
                    Contains("a.json: no report of a program") && Contains("exec --json"));
  CHECK_THROWS_WITH(parse_program_report("{\"launches\": [", "a.json"),
                    Contains("a.json: no report") && Contains("line 1, column 15"));
  CHECK_THROWS_WITH(read_program_report("/no/such.json"), Contains("No such file"));
  CHECK_THROWS_WITH(
      compare_program(parse_program_report("{\"launches\": []}", "a.json"),
                      ncu::read_report(csv_of({{"step(int *, int)", "2.00", "16"}}), "r"), {}),
      Contains("a.json holds no launch"));
}

TEST_CASE("997 a launch that failed is not compared") {
  nlohmann::json json =
      nlohmann::json::parse(json_of({{"_Z4stepPii", 2000, 16}, {"_Z4stepPii", 2000, 16}}));
  json["launches"][0]["report"]["status"] = "finished";
  json["launches"][1]["report"]["status"] = "fault";
  const ProgramReport report = parse_program_report(json.dump(), "walk.json");
  REQUIRE(report.launches.size() == 1);
  CHECK(report.launches[0].id == 0);
}
