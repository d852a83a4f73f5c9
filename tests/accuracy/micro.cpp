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

std::vector<double> cycles_of(Session& session) {
  for (const BoundArg& arg : session.launch().args) {
    if (arg.spec.name != "cycles") continue;
    const std::byte* data = session.memory().find(arg.address, arg.bytes);
    std::vector<std::uint32_t> words(arg.bytes / sizeof(std::uint32_t));
    std::memcpy(words.data(), data, words.size() * sizeof(std::uint32_t));
    return {words.begin(), words.end()};
  }
  return {};
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

}  // namespace

std::string micro_selection() {
  return std::string(SIMT_SOURCE_DIR) + "/tests/accuracy/micro.txt";
}

std::vector<Row> compare_micro(const std::string& selection) {
  const auto lines = case_lines();
  const CaseRuns warm = warm_cycles(), cold = cold_cycles();
  const std::map<std::string, std::string> metrics{{"launch", "sm__cycles_active.avg"},
                                                   {"elapsed", "gpc__cycles_elapsed.max"}};
  std::map<std::string, std::map<std::string, Measurement>> launches;
  for (const auto& [kind, metric] : metrics) launches[kind] = repeated_cycles(metric);
  std::vector<Row> rows;
  for (const Selected& s : read_selection(selection)) {
    const auto metric = metrics.find(s.statistic.kind);
    const bool launch = metric != metrics.end();
    const Measurement c = launch ? launches.at(s.statistic.kind).at(s.name)
                                 : measured_of(s, s.caches == "cold" ? cold : warm);
    Session session(options_of_case(lines.at(s.name)));
    const RunResult result = finished(session, s.name);
    const double simulated =
        launch ? value_of(metric->second, {result, session.arch(), &session.program()})
               : evaluate(s.statistic, cycles_of(session));
    rows.push_back({"micro", row_name(s), "cycles", simulated, c.value, c.low, c.high});
  }
  return rows;
}

}  // namespace simt::accuracy
