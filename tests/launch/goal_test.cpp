// Goals: checks that may name metrics, and where their mistakes are.
#include <catch2/catch.hpp>

#include <map>

#include "sim/input/launch_spec.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

class Figures : public MetricSource {
 public:
  std::optional<double> find(std::string_view name) const override {
    const auto found = values_.find(std::string(name));
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> out;
    for (const auto& [name, value] : values_) out.push_back(name);
    return out;
  }

 private:
  std::map<std::string, double> values_{
      {"l1tex__t_sectors.sum", 9},
      {"l1tex__t_requests.sum", 2},
      {"sm__warps_active.avg.pct_of_peak_sustained_active", 62.5}};
};

CheckResult evaluate(const CheckSpec& goal) {
  const Figures figures;
  return evaluate_check(goal, {}, GlobalMemory{}, &figures);
}

SpecError mistake(const CheckSpec& goal) {
  try {
    evaluate(goal);
  } catch (const SpecError& e) {
    return e;
  }
  FAIL("nothing is wrong with " << goal.text);
  return SpecError("");
}

}  // namespace

TEST_CASE("a goal compares metrics, and a quotient keeps its fraction") {
  CHECK(evaluate({"l1tex__t_sectors.sum == 9"}).passed);
  CHECK(evaluate({"l1tex__t_sectors.sum / l1tex__t_requests.sum == 4.5"}).passed);
  CHECK_FALSE(evaluate({"l1tex__t_sectors.sum / l1tex__t_requests.sum <= 4"}).passed);
  CHECK(evaluate({"sm__warps_active.avg.pct_of_peak_sustained_active > 62 && 1 < 2"}).passed);
  CHECK(evaluate({"all l1tex__t_sectors.sum > i for i in 0..9"}).passed);
}

TEST_CASE("a goal that is not met says what was reached") {
  CHECK(evaluate({"l1tex__t_sectors.sum <= 8"}).message ==
        "l1tex__t_sectors.sum is 9, expected at most 8");
}

TEST_CASE("an unknown metric is named with line, column and the nearest name") {
  const SpecError e = mistake({"1 < l1tex__t_sector.sum", 7, 10});
  CHECK(e.line == 7);
  CHECK(e.column == 14);
  CHECK_THAT(e.what(),
             Contains("'l1tex__t_sector.sum'") && Contains("did you mean l1tex__t_sectors.sum?"));
}

TEST_CASE("mistakes of a goal's form have a column, too") {
  const SpecError e = mistake({"l1tex__t_sectors.sum == ", 7, 10});
  CHECK(e.column == 34);
  CHECK_THAT(e.what(), Contains("in the goal"));
  CHECK(mistake({"l1tex__t_sectors.sum", 7, 10}).line == 7);
}

TEST_CASE("a check knows no metrics and says where they belong") {
  CHECK_THROWS_WITH(validate_check({"l1tex__t_sectors.sum == 9", 3}, {}, GlobalMemory{}),
                    Contains("'goal' lines"));
}

TEST_CASE("checks given as options replace those of the file") {
  const LaunchSpec header = parse_header("//! check a[0] == 1\n//! check a[1] == 2\n");
  LaunchSpec options;
  CHECK(overridden(header, options).checks.size() == 2);
  options.checks.push_back({"a[2] == 3"});
  const LaunchSpec replaced = overridden(header, options);
  REQUIRE(replaced.checks.size() == 1);
  CHECK(replaced.checks[0].text == "a[2] == 3");
}

TEST_CASE("goal lines carry line and column, those of options are added") {
  const LaunchSpec header = parse_header(".version 8.0\n  //!  goal   a__b.sum == 0  // why\n");
  REQUIRE(header.goals.size() == 1);
  CHECK(header.goals[0].text == "a__b.sum == 0");
  CHECK(header.goals[0].line == 2);
  CHECK(header.goals[0].column == 15);
  LaunchSpec options;
  options.goals.push_back({"c__d.sum < 1"});
  const LaunchSpec both = overridden(header, options);
  REQUIRE(both.goals.size() == 2);
  CHECK(both.goals[1].text == "c__d.sum < 1");
}
