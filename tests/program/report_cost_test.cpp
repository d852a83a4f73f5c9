// What a report of a small launch costs the host: its own figures, not the size of the device.
#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>
#include <deque>
#include <vector>

#include "sim/program/launch_pages.h"
#include "tests/program/rig.h"

using namespace simt;
using namespace simt::program;

namespace {

/// What reports of launches cost, in turns: what else the host does slows down all of them.
class Costs {
 public:
  explicit Costs(const ArchConfig& arch) : arch_(arch) {}
  void add(const ExecOptions& options, const LaunchRecord& record) {
    reports_.emplace_back(options, record);
  }
  /// Processor time of each, in seconds: the least of several rounds.
  std::vector<double> seconds() {
    constexpr unsigned kRounds = 20, kReports = 20;
    std::vector<double> least(reports_.size(), 1e9);
    for (unsigned round = 0; round < kRounds; ++round)
      for (std::size_t i = 0; i < reports_.size(); ++i) {
        const std::clock_t begin = std::clock();
        for (unsigned k = 0; k < kReports; ++k) reports_[i].pages.add(reports_[i].record, arch_);
        const auto ticks = static_cast<double>(std::clock() - begin);
        least[i] = std::min(least[i], ticks / CLOCKS_PER_SEC / kReports);
      }
    return least;
  }

 private:
  struct Report {
    Report(const ExecOptions& asked, const LaunchRecord& of) : options(asked), record(of) {}
    ExecOptions options;
    const LaunchRecord& record;
    LaunchPages pages{options, [](const std::string&) {}};
  };
  const ArchConfig& arch_;
  std::deque<Report> reports_;
};

/// One block of one warp.
struct SmallLaunch : Rig {
  SmallLaunch() {
    gpu.launch(gpu.default_stream(), step(word(0), 1, 1));
    gpu.synchronize();
    REQUIRE(launches.size() == 1);
    REQUIRE(launches[0].result.sms.size() > 50);
  }
  /// Options for a report in JSON, or for the rows of the raw page.
  ExecOptions asking(bool json) const {
    ExecOptions asked = options;
    if (json)
      asked.json_file = "/dev/null";
    else
      asked.csv = true, asked.page = "raw";
    return asked;
  }
};

}  // namespace

TEST_CASE("the report of a launch costs the same, be 1 or 79 SMs without a block") {
  const SmallLaunch small;
  LaunchRecord two_sms = small.launches[0];
  std::ranges::stable_sort(two_sms.result.sms, std::greater{}, &SmResult::used);
  two_sms.result.sms.resize(2);
  for (const bool json : {true, false}) {
    INFO(json);
    Costs costs(small.gpu.arch());
    costs.add(small.asking(json), small.launches[0]);
    costs.add(small.asking(json), two_sms);
    const std::vector<double> seconds = costs.seconds();
    CHECK(seconds[0] < 1.3 * seconds[1]);
  }
}

TEST_CASE("a row of the raw page costs no more than an entry of JSON, whose metrics it has") {
  const SmallLaunch small;
  Costs costs(small.gpu.arch());
  for (const bool json : {false, true}) costs.add(small.asking(json), small.launches[0]);
  const std::vector<double> seconds = costs.seconds();
  CHECK(seconds[0] < 1.2 * seconds[1]);
}
