#include "tests/accuracy/measured.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "sim/ncu/report.h"
#include "sim/ncu/text_file.h"

namespace simt::accuracy {
namespace {

// The cells of a line without quotes.
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

template <class F>
void for_each_line(const std::string& path, F f) {
  std::istringstream in(ncu::read_text_file(path));
  for (std::string line; std::getline(in, line);) f(line);
}

double number(const std::string& cell) {
  return std::strtod(cell.c_str(), nullptr);
}

CaseRuns case_runs(const std::string& file) {
  CaseRuns out;
  for_each_line(hardware_file(file), [&](const std::string& line) {
    const std::vector<std::string> cells = split(line);
    if (cells.size() < 4 || cells[2] != "cycles") return;
    std::vector<double> values;
    for (std::size_t i = 3; i < cells.size(); ++i) values.push_back(number(cells[i]));
    out[cells[0]].push_back(std::move(values));
  });
  return out;
}

double metric(const ncu::Launch& launch, const std::string& name) {
  const ncu::MetricValue* found = launch.find(name);
  return found != nullptr ? found->value.number.value_or(0) : 0;
}

Profile profile_of(const ncu::Launch& launch) {
  Profile out;
  out.cycles = metric(launch, "sm__cycles_active.avg");
  double sectors = 0;
  for (const std::string op : {"global_op_ld", "global_op_st", "global_op_atom", "global_op_red",
                               "local_op_ld", "local_op_st"}) {
    sectors += metric(launch, "l1tex__t_sectors_pipe_lsu_mem_" + op + ".sum");
    const std::string requests = "l1tex__t_requests_pipe_lsu_mem_" + op + ".sum";
    out.requests[requests] = metric(launch, requests);
  }
  if (sectors > 0) out.l1 = metric(launch, "l1tex__t_sector_hit_rate.pct");
  const double hits = metric(launch, "lts__t_sectors_srcunit_tex_lookup_hit.sum");
  const double misses = metric(launch, "lts__t_sectors_srcunit_tex_lookup_miss.sum");
  if (hits + misses > 0) out.l2 = 100 * hits / (hits + misses);
  out.stalls = stall_shares([&](const char* name) { return metric(launch, name); });
  return out;
}

}  // namespace

std::string hardware_file(const std::string& name, const std::string& device) {
  return std::string(SIMT_SOURCE_DIR) + "/tests/hardware/" + device + "/" + name;
}

Measurement median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

std::map<std::string, Measurement> repeated_cycles(const std::string& metric) {
  std::map<std::string, std::vector<double>> all;
  for_each_line(hardware_file("repeats.csv.gz"), [&](const std::string& line) {
    const std::vector<std::string> cells = split(line);
    if (cells.size() >= 4 && cells[2] == metric) all[cells[0]].push_back(number(cells[3]));
  });
  std::map<std::string, Measurement> out;
  for (const auto& [name, values] : all) out[name] = median_of(values);
  return out;
}

// One report, or several, each after its kernel's name as the file's text has it.
std::map<std::string, Profile> profiles(const std::string& file, const std::string& device) {
  std::map<std::string, Profile> out;
  std::string kernel, text;
  const auto finish = [&] {
    if (!text.empty()) {
      for (const ncu::Launch& launch : ncu::read_report(text, file).launches)
        out.try_emplace(kernel.empty() ? launch.kernel : kernel, profile_of(launch));
    }
    text.clear();
  };
  for_each_line(hardware_file(file, device), [&](const std::string& line) {
    if (line.starts_with("#kernel ")) {
      finish();
      kernel = line.substr(8);
    } else {
      text += line + "\n";
    }
  });
  finish();
  return out;
}

// Run 0 fetched its instructions from memory.
CaseRuns warm_cycles() {
  CaseRuns out = case_runs("micro.csv.gz");
  for (auto& [name, runs] : out)
    if (runs.size() > 1) runs.erase(runs.begin());
  return out;
}

CaseRuns cold_cycles() {
  return case_runs("micro_cold.csv.gz");
}

}  // namespace simt::accuracy
