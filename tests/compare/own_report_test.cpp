// What we write as CSV, read with the reader of ncu's reports: the same metrics under the same
// names, and a run that is compared with itself is equal.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "sim/compare/comparison.h"
#include "sim/ncu/sections.h"
#include "sim/views/csv.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

struct Ran {
  Session session{test::options_of({"reduce_v2", "h200"})};
  RunResult run = session.run({});
  Subject subject{session.program(), session.arch(), run, {}};

  compare::Comparison with(const std::string& csv) const {
    const std::vector<ncu::Report> reports{ncu::read_report(csv, "own.csv")};
    const compare::Match match =
        compare::match_launch(reports, {"reduce_v2", "", run.launch.grid, run.launch.block});
    return compare::compare(subject, reports, match, {});
  }
};

void check_equal(const compare::Comparison& c, std::size_t at_least) {
  CHECK(c.rows.size() >= at_least);
  CHECK(c.not_modelled.empty());
  for (const compare::Row& row : c.rows) {
    INFO(row.name << " " << *row.simulated << " " << *row.measured);
    // Fractions are written with six places.
    const bool same = row.verdict == compare::Verdict::Equal ||
                      (row.verdict == compare::Verdict::Within && std::abs(row.difference) < 0.01);
    CHECK(same);
  }
}

}  // namespace

TEST_CASE_METHOD(Ran, "981 our details page reads as one of ncu's") {
  check_equal(with(details_csv(subject, true, MetricNaming::Label)), 300);
  check_equal(with(details_csv(subject, true, MetricNaming::Name)), 300);
  check_equal(with(details_csv(subject, true, MetricNaming::LabelName)), 300);
  check_equal(with(details_csv(subject, false, MetricNaming::Label)), 40);
}

TEST_CASE_METHOD(Ran, "982 our raw page reads as one of ncu's") {
  std::vector<const Metric*> all;
  for (const Metric& m : metrics()) all.push_back(&m);
  check_equal(with(raw_csv(subject, all)), 300);
  check_equal(with(metrics_csv(subject, {find_metric("gpu__time_duration.sum")})), 1);
}

TEST_CASE_METHOD(Ran, "983 our source page reads as one of ncu's") {
  const ncu::Report report =
      ncu::read_report(source_csv(subject, collect_source(subject)), "own.csv");
  REQUIRE(report.sources.size() == 1);
  CHECK(report.sources[0].kernel == "reduce_v2");
  double executed = 0, sectors = 0;
  for (const ncu::SourceRow& row : report.sources[0].rows) {
    const auto count = [&](const char* title) {
      const auto found = row.counts.find(title);
      return found == row.counts.end() ? 0 : found->second;
    };
    executed += count("Instructions Executed");
    sectors += count("L2 Theoretical Sectors Global");
  }
  CHECK(executed == value_of("smsp__inst_executed.sum", subject.measured()));
  CHECK(sectors == value_of("memory_l2_theoretical_sectors_global", subject.measured()));
}

TEST_CASE_METHOD(Ran, "985 lines of our source page are compared with those of a run") {
  const auto lines_of = [&](const std::string& page) {
    const std::vector<ncu::Report> reports{
        ncu::read_report(details_csv(subject, true, MetricNaming::Name), "details.csv"),
        ncu::read_report(page, "source.csv")};
    const compare::Match match =
        compare::match_launch(reports, {"reduce_v2", "", run.launch.grid, run.launch.block});
    return compare::compare(subject, reports, match, {}).lines;
  };
  std::vector<SourceRow> rows = collect_source(subject);
  CHECK(lines_of(source_csv(subject, rows)).empty());
  const auto load = std::find_if(rows.begin(), rows.end(),
                                 [](const SourceRow& r) { return r.counters.sectors > 0; });
  REQUIRE(load != rows.end());
  load->counters.sectors += 5;
  const std::vector<compare::LineRow> lines = lines_of(source_csv(subject, rows));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].place == "reduce_v2.ir:" + std::to_string(load->line));
  CHECK(*lines[0].measured == *lines[0].simulated + 5);
}

TEST_CASE_METHOD(Ran, "984 every section of ncu's is there, with at least four metrics") {
  const ncu::Report report =
      ncu::read_report(details_csv(subject, true, MetricNaming::Label), "own.csv");
  for (const ncu::SectionInfo& s : ncu::sections()) {
    INFO(s.name);
    CHECK(std::count_if(report.launches[0].metrics.begin(), report.launches[0].metrics.end(),
                        [&](const ncu::MetricValue& m) { return m.section == s.name; }) >= 4);
  }
}
