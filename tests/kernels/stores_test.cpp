// Stores to the same lines again and again, beside what ncu counted on an H200
// (tests/hardware/h200/stores.csv): which stores and loads hit L1, how many sectors are written.
#include <fstream>
#include <map>
#include <sstream>

#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

constexpr const char* kFolder = SIMT_SOURCE_DIR "/tests/hardware/";

struct Sectors {
  double store_hits = 0, load_hits = 0, written = 0, stored = 0;
};

/// By case. Columns: hits and misses of stores and of loads, global, then local; sectors written.
std::map<std::string, Sectors> measured() {
  std::map<std::string, Sectors> out;
  std::ifstream in(std::string(kFolder) + "h200/stores.csv");
  std::string line;
  for (std::getline(in, line); std::getline(in, line);) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    std::string name;
    double global[4] = {}, local[4] = {};
    Sectors& s = (fields >> name, out[name]);
    for (double& v : global) fields >> v;
    for (double& v : local) fields >> v;
    fields >> s.written;
    REQUIRE(fields);
    s.store_hits = global[0] + local[0];
    s.load_hits = global[2] + local[2];
    s.stored = s.store_hits + global[1] + local[1];
  }
  return out;
}

/// `options`: of a line of tests/hardware/micro/stores.txt.
Sectors simulated(const std::string& options) {
  std::istringstream words(options);
  std::string file, option, kernel;
  words >> file >> option >> kernel;
  REQUIRE(option == "--kernel");
  const std::string stem = std::filesystem::path(file).stem();
  SessionOptions session_options =
      test::options_of({.kernel = "micro/" + stem, .arch = "h200", .as_compiled = true});
  session_options.overrides.kernel = kernel;
  for (std::string arg; words >> option >> arg;)
    session_options.overrides.args.push_back(parse_arg(arg, false));
  Session session(session_options);
  const RunResult result = session.run({});
  REQUIRE(result.status == RunStatus::Finished);
  const auto count = [&](Counter c) { return static_cast<double>(result.counters[c]); };
  return {count(Counter::global_st_hits) + count(Counter::local_st_hits),
          count(Counter::global_ld_hits) + count(Counter::local_ld_hits),
          count(Counter::l2_sectors_write)};
}

}  // namespace

TEST_CASE("stores hit L1, are kept there and leave it as on an H200") {
  const std::map<std::string, Sectors> wanted = measured();
  std::ifstream cases(std::string(kFolder) + "micro/stores.txt");
  std::size_t compared = 0;
  for (std::string line; std::getline(cases, line);) {
    if (line.starts_with("#")) continue;
    const std::string name = line.substr(0, line.find(' '));
    INFO(name);
    const Sectors want = wanted.at(name), got = simulated(line.substr(name.size()));
    // Whatever does not depend on time is exact. Stores at intervals: 12% of the sectors stored.
    const double margin = name.starts_with("again_") ? 0 : 0.12 * want.stored;
    CHECK(std::abs(got.store_hits - want.store_hits) <= margin);
    CHECK(std::abs(got.load_hits - want.load_hits) <= margin);
    CHECK(std::abs(got.written - want.written) <= margin);
    ++compared;
  }
  CHECK(compared == wanted.size());
}
