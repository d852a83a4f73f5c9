// Microbenchmarks: the clocks that the kernels themselves wrote, here and on the device.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "sim/views/metrics.h"
#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/machine.h"
#include "tests/accuracy/machine_code.h"
#include "tests/accuracy/measured.h"
#include "tests/accuracy/statistic.h"
#include "tools/options/launch_options.h"

namespace simt::accuracy {
namespace {

// A line of micro.txt: case, warm or cold, statistic.
struct Selected {
  std::string name, caches;
  Statistic statistic;
};

std::vector<Selected> read_selection(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<Selected> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Selected s;
    words >> s.name >> s.caches >> s.statistic.kind;
    words >> s.statistic.first >> s.statistic.count;  // absent for most
    if (s.statistic.count == 0) s.statistic.count = 1;
    out.push_back(std::move(s));
  }
  return out;
}

// Case -> its line of cases.txt, without the remark.
std::map<std::string, std::string> case_lines() {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/micro/cases.txt");
  std::map<std::string, std::string> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    out[line.substr(0, line.find(' '))] = line.substr(0, line.find(" #"));
  }
  return out;
}

SessionOptions options_of_case(const std::string& line) {
  std::istringstream in(line);
  std::string name, file;
  in >> name >> file;
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  SessionOptions o = options_of("h200", file);
  CLI::App app;
  unsigned repeats = 0;
  app.add_option("--repeat", repeats);  // each launch is the same here
  add_launch_options(app, o, "");
  app.parse(words);
  return o;
}

/// Place of the argument that kernels write their clocks to: machine code has no names.
std::size_t place_of_cycles(const SessionOptions& text) {
  const std::vector<ArgSpec> args = launch_of(text).args;
  const auto found = std::find_if(args.begin(), args.end(),
                                  [](const ArgSpec& arg) { return arg.name == "cycles"; });
  return static_cast<std::size_t>(found - args.begin());
}

std::vector<double> cycles_of(Session& session, std::size_t place) {
  const BoundArg& arg = session.launch().args.at(place);
  const std::byte* data = session.memory().find(arg.address, arg.bytes);
  std::vector<std::uint32_t> words(arg.bytes / sizeof(std::uint32_t));
  std::memcpy(words.data(), data, words.size() * sizeof(std::uint32_t));
  return {words.begin(), words.end()};
}

// One case may be compared in several ways.
std::string row_name(const Selected& s) {
  const std::string& kind = s.statistic.kind;
  std::string name = s.name;
  if (s.caches == "cold" && kind != "launch" && kind != "elapsed") name += ".cold";
  if (kind == "entry" || kind == "mean") name += fmt::format("[{}]", s.statistic.first);
  return name;
}

Measurement measured_of(const Selected& s, const CaseRuns& runs) {
  const auto found = runs.find(s.name);
  if (found == runs.end()) throw std::runtime_error(s.name + " was not measured " + s.caches);
  std::vector<double> values;
  for (const std::vector<double>& run : found->second) values.push_back(evaluate(s.statistic, run));
  return median_of(std::move(values));
}

/// What the launch itself took, in a metric of ncu's, of the statistics that are none of `cycles`.
const std::map<std::string, std::string> kLaunchMetrics{{"launch", "sm__cycles_active.avg"},
                                                        {"elapsed", "gpc__cycles_elapsed.max"}};

struct Case {
  Selected what;
  Measurement measured;
  SessionOptions launch;  ///< as text
};

std::vector<Case> cases_of(const std::string& selection) {
  const auto lines = case_lines();
  const CaseRuns warm = warm_cycles(), cold = cold_cycles();
  std::map<std::string, std::map<std::string, Measurement>> launches;
  for (const auto& [kind, metric] : kLaunchMetrics) launches[kind] = repeated_cycles(metric);
  std::vector<Case> out;
  for (const Selected& s : read_selection(selection))
    out.push_back({s,
                   kLaunchMetrics.contains(s.statistic.kind)
                       ? launches.at(s.statistic.kind).at(s.name)
                       : measured_of(s, s.caches == "cold" ? cold : warm),
                   options_of_case(lines.at(s.name))});
  return out;
}

double simulated_of(const Case& c, Session& session) {
  const RunResult result = finished(session, c.what.name);
  const auto metric = kLaunchMetrics.find(c.what.statistic.kind);
  if (metric != kLaunchMetrics.end())
    return value_of(metric->second, {result, session.arch(), &session.program()});
  return evaluate(c.what.statistic, cycles_of(session, place_of_cycles(c.launch)));
}

/// What a time is compared with: the median of the device's launches; where these are more than a
/// fifth apart, they say no more than between what it lies, and the nearest of them counts.
double compared_with(const Measurement& m, double simulated) {
  return m.high > 1.2 * m.low ? std::clamp(simulated, m.low, m.high) : m.value;
}

Row row_of(const char* kind, const Case& c, Session& session) {
  const Measurement& m = c.measured;
  const double simulated = simulated_of(c, session);
  return {kind, row_name(c.what), "cycles", simulated, compared_with(m, simulated), m.low, m.high};
}

}  // namespace

std::string micro_selection() {
  return std::string(SIMT_SOURCE_DIR) + "/tests/accuracy/micro.txt";
}

std::vector<Row> compare_micro(const std::string& selection) {
  std::vector<Row> rows;
  for (const Case& c : cases_of(selection)) {
    Session session(c.launch);
    rows.push_back(row_of("micro", c, session));
  }
  return rows;
}

std::vector<Row> compare_machine_micro(const std::string& selection) {
  std::vector<Row> rows;
  for (const Case& c : cases_of(selection))
    if (const auto session = session_of(as_machine_code("micro", c.launch)))
      rows.push_back(row_of("machine_micro", c, *session));
  return rows;
}

}  // namespace simt::accuracy
