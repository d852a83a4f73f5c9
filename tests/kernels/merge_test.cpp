// Reads of several SMs for the same lines, beside what ncu counted on an H200
// (tests/hardware/h200/merge.csv): SMs of one GPC merge, four at a time; SMs next to the other L2
// partition of L2 miss once more.
#include <fstream>
#include <sstream>

#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

struct Sectors {
  double asked = 0, reached = 0, missed = 0;
};

Sectors measured(const std::string& name) {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/h200/merge.csv");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(name + ",")) continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line.substr(name.size()));
    Sectors out;
    fields >> out.asked >> out.reached >> out.missed;
    return out;
  }
  FAIL("no measurement " << name);
  return {};
}

/// SMs first, first + step, ... last read 64 lines, the n-th n * delay cycles late.
Sectors simulated(unsigned first, unsigned last, unsigned step, unsigned delay) {
  SessionOptions options = test::options_of({"micro/merge", "h200"});
  options.overrides.grid = Dim3{132, 1, 1};
  for (const std::string& arg :
       {std::string("u32[8192]=iota(0,1)"), std::string("u64[2]=zero"),
        std::string("u32[256]=zero"), std::string("u32[132]=zero"), "u32:" + std::to_string(first),
        "u32:" + std::to_string(last), "u32:" + std::to_string(step),
        "u32:" + std::to_string(delay), std::string("u32:64")})
    options.overrides.args.push_back(parse_arg(arg, false));
  Session session(options);
  const RunResult result = session.run({});
  REQUIRE(result.status == RunStatus::Finished);
  const Counters& c = result.counters;
  return {static_cast<double>(c[Counter::l2_sectors_read] + c[Counter::l2_merged_sectors]),
          static_cast<double>(c[Counter::l2_sectors_read]),
          static_cast<double>(c[Counter::l2_misses])};
}

}  // namespace

TEST_CASE("reads of several SMs reach L2 as often as on an H200") {
  // SMs of a GPC are neighbours here; on the device they are 0, 1, 16, 17, 32, ... Of a sector that
  // both L2 partitions want at the same time the partition next to it nearly always comes first
  // there, half of the time here (docs/DEVIATIONS.md): fewer of its reads miss.
  struct Case {
    const char* name;
    unsigned first, last, step, delay;
    double misses_apart = 16;
  };
  for (const Case& c : {Case{"one", 0, 0, 1, 0}, Case{"pair_0_1", 0, 1, 1, 0},
                        Case{"gpc0_3", 0, 2, 1, 0}, Case{"gpc0_4", 0, 3, 1, 0},
                        Case{"p01_d200", 0, 1, 1, 200}, Case{"p01_d4000", 0, 1, 1, 4000},
                        Case{"pair_0_2", 0, 16, 16, 0}, Case{"pair_0_4", 0, 32, 32, 0, 110}}) {
    INFO(c.name);
    const Sectors want = measured(c.name), got = simulated(c.first, c.last, c.step, c.delay);
    CHECK(got.reached == Approx(want.reached).margin(32));
    CHECK(got.missed == Approx(want.missed).margin(c.misses_apart));
  }
}
