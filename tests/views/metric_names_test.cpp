// Every name and unit against ncu's own: the columns of a raw page of ncu 2025.3.1 (an H200), and
// the base metrics that `ncu --query-metrics --chips gh100` lists (ncu 2024.1.1) with the suffixes
// that ncu forms for each type.
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <sstream>

#include "sim/views/metrics.h"
#include "tests/views/gzip_text.h"

using namespace simt;

namespace {

using test::gzip_text;

std::map<std::string, std::string> columns() {
  std::istringstream in(gzip_text("tests/hardware/ncu/columns_2025.3.1.txt.gz"));
  std::map<std::string, std::string> out;
  for (std::string name, unit; in >> name && std::getline(in >> std::ws, unit);)
    out[name] = unit == "-" ? "" : unit;
  return out;
}

struct Base {
  std::string type, unit;
};
std::map<std::string, Base> bases() {
  std::istringstream in(gzip_text("tests/hardware/ncu/gh100_names.txt.gz"));
  std::map<std::string, Base> out;
  for (std::string name, type, unit; in >> name >> type >> unit;) out[name] = {type, unit};
  return out;
}

const std::set<std::string> kRates{"",
                                   ".per_second",
                                   ".per_cycle_active",
                                   ".per_cycle_elapsed",
                                   ".peak_sustained",
                                   ".pct_of_peak_sustained_active",
                                   ".pct_of_peak_sustained_elapsed"};

bool suffix_fits(const std::string& type, const std::string& suffix) {
  if (type == "Ratio") return suffix == ".ratio" || suffix == ".pct" || suffix == ".max_rate";
  const std::string rollup = suffix.substr(0, 4),
                    rate = suffix.substr(std::min<std::size_t>(4, suffix.size()));
  if (rollup != ".sum" && rollup != ".avg" && rollup != ".min" && rollup != ".max") return false;
  if (type == "Throughput") return rate.starts_with(".pct_of_peak_sustained_");
  return kRates.count(rate) == 1;
}

}  // namespace

TEST_CASE("304 every metric name is one of ncu's for sm_90, with its unit") {
  const auto page = columns();
  const auto listed = bases();
  REQUIRE(page.size() > 2000);
  REQUIRE(listed.size() > 3000);
  std::size_t of_ncu = 0, in_page = 0;
  for (const Metric& m : all_metrics()) {
    INFO(m.name);
    if (class_of(m) == MetricClass::Own) {
      CHECK(m.name.starts_with("simt__"));
      continue;
    }
    ++of_ncu;
    if (const auto column = page.find(m.name); column != page.end()) {
      ++in_page;
      CHECK(m.unit == column->second);
      continue;
    }
    const std::size_t dot = std::min(m.name.find('.'), m.name.size());
    const auto base = listed.find(m.name.substr(0, dot));
    REQUIRE(base != listed.end());
    CHECK(suffix_fits(base->second.type, m.name.substr(dot)));
  }
  CHECK(in_page > 250);
  CHECK(of_ncu > 900);
}

TEST_CASE("305 the metrics that are listed number at least 150, each with unit, text and class") {
  std::size_t listed = 0;
  for (const Metric& m : metrics()) {
    INFO(m.name);
    CHECK_FALSE(m.text.empty());
    CHECK_FALSE(name_of(class_of(m)).empty());
    if (class_of(m) != MetricClass::Own) ++listed;
  }
  CHECK(listed >= 300);
}

TEST_CASE("306 classes: what hardware must count alike, and what depends on the compiler") {
  const auto cls = [](const char* name) { return class_of(*find_metric(name)); };
  CHECK(cls("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") == MetricClass::Exact);
  CHECK(cls("smsp__sass_branch_targets_threads_divergent.sum") == MetricClass::Exact);
  CHECK(cls("derived__memory_l2_theoretical_sectors_global_excessive") == MetricClass::Exact);
  CHECK(cls("launch__grid_size") == MetricClass::Exact);
  CHECK(cls("smsp__inst_executed.sum") == MetricClass::AsWritten);
  CHECK(cls("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum") == MetricClass::AsWritten);
  CHECK(cls("smsp__thread_inst_executed_per_inst_executed.ratio") == MetricClass::AsWritten);
  CHECK(cls("launch__registers_per_thread") == MetricClass::Modelled);
  CHECK(cls("smsp__inst_executed.sum.per_second") == MetricClass::Modelled);
  CHECK(cls("lts__t_sectors.sum") == MetricClass::Modelled);
  CHECK(cls("simt__padded_lanes.sum") == MetricClass::Own);
}
