// What a report of a small launch costs the host: its own figures, not the size of the device.
#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>

#include "sim/program/launch_pages.h"
#include "tests/program/rig.h"

using namespace simt;
using namespace simt::program;

namespace {

/// Processor time of a launch's report, in seconds: the least of several rounds.
double seconds_a_report(const ExecOptions& options, const LaunchRecord& record,
                        const ArchConfig& arch) {
  constexpr unsigned kRounds = 15, kReports = 20;
  double least = 1e9;
  LaunchPages pages(options, [](const std::string&) {});
  for (unsigned round = 0; round < kRounds; ++round) {
    const std::clock_t begin = std::clock();
    for (unsigned i = 0; i < kReports; ++i) pages.add(record, arch);
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / kReports);
  }
  return least;
}

/// One block of one warp.
struct SmallLaunch : Rig {
  SmallLaunch() {
    gpu.launch(gpu.default_stream(), step(word(0), 1, 1));
    gpu.synchronize();
    REQUIRE(launches.size() == 1);
    REQUIRE(launches[0].result.sms.size() > 50);
  }
  double cost(bool json) const { return cost(json, launches[0]); }
  double cost(bool json, const LaunchRecord& record) const {
    ExecOptions asked = options;
    if (json)
      asked.json_file = "/dev/null";
    else
      asked.csv = true, asked.page = "raw";
    return seconds_a_report(asked, record, gpu.arch());
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
    CHECK(small.cost(json) < 1.3 * small.cost(json, two_sms));
  }
}

TEST_CASE("a row of the raw page costs no more than an entry of JSON, whose metrics it has") {
  const SmallLaunch small;
  CHECK(small.cost(false) < 1.2 * small.cost(true));
}
