#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "sim/trace/writers.h"
#include "tests/trace/recorded.h"

using namespace simt;
using simt::test::record;
using simt::test::Recorded;
using Json = nlohmann::json;

namespace {

Json trace_of(const Recorded& r) {
  std::ostringstream out;
  trace::write_perfetto({r.recording, r.session.program(), r.session.arch(), "all of it"}, out);
  return Json::parse(out.str());
}

/// Slices of a track lie inside one another or apart; in the file a slice comes before those in it.
void check_nesting(const Json& events) {
  std::map<std::pair<int, int>, std::vector<double>> open;  // ends of the slices around
  for (const Json& e : events) {
    if (e["ph"] != "X") continue;
    std::vector<double>& ends = open[{e["pid"], e["tid"]}];
    const double from = e["ts"], to = from + e["dur"].get<double>();
    while (!ends.empty() && ends.back() <= from) ends.pop_back();
    if (!ends.empty()) CHECK(to <= ends.back());
    ends.push_back(to);
  }
}

}  // namespace

TEST_CASE("Perfetto: states sum up to the counters, and slices nest") {
  const char* kernel =
      GENERATE("if_else.ir", "bank_column.ir", "reduce_naive.ir", "spin_lock.ir", "copy_stride.ir");
  CAPTURE(kernel);
  const bool one = std::string(kernel) == "spin_lock.ir" || std::string(kernel) == "if_else.ir";
  const Recorded r = record(kernel, "volta", test::whole_run(), one ? 0 : 4);
  const Json trace = trace_of(r);
  CHECK(trace["otherData"]["shown"] == "all of it");
  std::map<std::string, std::uint64_t> states;
  std::uint64_t issued = 0, diverged = 0, warps = 0;
  for (const Json& e : trace["traceEvents"]) {
    if (e.value("cat", "") == "state") states[e["name"]] += e["dur"].get<std::uint64_t>();
    if (e.value("cat", "") == "instruction") issued += e["args"].contains("issued");
    if (e.value("cat", "") == "warp") ++warps;
    if (e.value("name", "") == "diverges") ++diverged;
  }
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto stall = static_cast<Stall>(i);
    CHECK(states[std::string(info(stall).name)] == r.run.counters[stall]);
  }
  CHECK(issued == r.run.counters[Counter::inst_executed]);
  CHECK(diverged == r.run.counters[Counter::branch_splits]);
  CHECK(warps == r.run.counters[Counter::warps_launched]);
  check_nesting(trace["traceEvents"]);
}

TEST_CASE("Perfetto: every track has a name, what begins in flight ends") {
  const Recorded r =
      record("reduce_v2.ir", "volta", trace::Window{0, trace::kOpen, {0, 3}, 5000}, 400);
  std::set<std::pair<int, int>> named, used;
  std::map<int, int> flights;
  std::map<std::string, int> served;
  double most = 0;
  const Json trace = trace_of(r);
  for (const Json& e : trace["traceEvents"]) {
    if (e["name"] == "thread_name") named.emplace(e["pid"].get<int>(), e["tid"].get<int>());
    if (e["ph"] == "X") used.emplace(e["pid"].get<int>(), e["tid"].get<int>());
    if (e["ph"] == "b") ++flights[e["id"]];
    if (e["ph"] == "b" && e.contains("args")) ++served[e["args"]["from"].get<std::string>()];
    if (e["ph"] == "e") --flights[e["id"]];
    if (e["ph"] == "C") most = std::max<double>(most, e["args"]["warps"]);
  }
  CHECK(named == used);
  CHECK(flights.size() > 100);
  CHECK(served["device memory"] > 100);  // each word of `in` is read once
  CHECK(served["shared memory"] > 100);
  for (const auto& [id, open] : flights) CHECK(open == 0);
  CHECK(most <= r.session.arch().limits.max_warps_per_sm);
  CHECK(most >= 32);
}
