#include "sim/compare/program_report.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/base/json.h"

namespace simt::compare {
namespace {

using ReportJson = nlohmann::json;

constexpr const char* kFinished = "finished";

Dim3 dim3_of_json(const ReportJson& list) {
  return {list.at(0).get<std::uint32_t>(), list.at(1).get<std::uint32_t>(),
          list.at(2).get<std::uint32_t>()};
}

SimulatedLaunch launch_of(const ReportJson& entry) {
  const ReportJson& report = entry.at("report");
  SimulatedLaunch out;
  out.id = entry.at("id").get<std::uint64_t>();
  out.kernel = report.at("kernel").get<std::string>();
  out.arch = report.at("arch").get<std::string>();
  out.as_compiled = report.at("as_compiled").get<bool>();
  out.grid = dim3_of_json(report.at("grid"));
  out.block = dim3_of_json(report.at("block"));
  // A ratio of nothing is null.
  for (const auto& [name, value] : report.at("metrics").items())
    if (value.is_number()) out.metrics.emplace(name, value.get<double>());
  return out;
}

}  // namespace

std::optional<double> SimulatedLaunch::value(std::string_view metric) const {
  const auto it = metrics.find(metric);
  return it == metrics.end() ? std::nullopt : std::optional(it->second);
}

ProgramReport parse_program_report(const std::string& text, const std::string& file) {
  try {
    const ReportJson json = parse_json(text);
    if (!json.is_object() || !json.contains("launches"))
      throw ProgramReportError(fmt::format(
          "{}: no report of a program: it is made by 'simt-sim exec --json FILE -- PROGRAM'",
          file));
    ProgramReport out{file, {}};
    // What ended with a fault has counted a part of its metrics: nothing of ncu's is like it.
    for (const ReportJson& entry : json["launches"])
      if (entry.at("report").value("status", kFinished) == kFinished)
        out.launches.push_back(launch_of(entry));
    return out;
  } catch (const ReportJson::exception& e) {
    const std::string what = e.what();  // "[json.exception.parse_error.101] parse error at line..."
    const std::size_t end = what.find("] ");
    throw ProgramReportError(fmt::format("{}: no report of 'simt-sim exec --json': {}", file,
                                         end == std::string::npos ? what : what.substr(end + 2)));
  }
}

ProgramReport read_program_report(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in) throw ProgramReportError(fmt::format("{}: {}", path, std::strerror(errno)));
  return parse_program_report(text.str(), path);
}

}  // namespace simt::compare
