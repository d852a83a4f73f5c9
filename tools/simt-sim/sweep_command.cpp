// Runs a kernel once for each value of a parameter, in parallel processes, and shows a table.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>

#include "isa/base/kernel_name.h"
#include "tools/driver/side_by_side.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/terminal.h"
#include "tools/sweep/processes.h"
#include "tools/sweep/result.h"

namespace simt {
namespace {

struct Plan {
  std::vector<Over> over;
  std::vector<SessionOptions> runs;
  std::vector<std::vector<std::string>> values;  ///< of each run
  std::string note;                              ///< what to tell of all runs
};

// Several files are a sweep over them.
std::vector<Over> varied(const CommandLine& line) {
  std::vector<Over> out;
  if (line.sweep.files.size() > 1) out.push_back({"file", line.sweep.files});
  for (const std::string& text : line.sweep.over) out.push_back(parse_over(text));
  if (out.empty())
    throw SessionError(Exit::Usage, "a sweep needs --over PARAMETER=VALUES, or several files");
  if (out.size() == 2 && out[0].parameter == out[1].parameter)
    throw SessionError(
        Exit::Usage, fmt::format("a sweep over {0} and over {0}: name it once, with all its values",
                                 out[0].parameter));
  if (out.size() > 2)
    throw SessionError(Exit::Usage, "a sweep has at most two parameters; the files count as one");
  return out;
}

// The launch as the file and the options give it, where the runs need to know it.
LaunchSpec header_of(const SessionOptions& options, const CommandLine& line) {
  const bool needed = line.sweep.keep_threads ||
                      std::any_of(line.sweep.over.begin(), line.sweep.over.end(),
                                  [](const std::string& over) { return over.starts_with("arg:"); });
  return needed ? Session(options).spec() : LaunchSpec{};
}

SessionOptions run_with(const CommandLine& line, const Plan& plan,
                        const std::vector<std::string>& values) {
  SessionOptions options = line.session;
  for (std::size_t i = 0; i < plan.over.size(); ++i)
    if (plan.over[i].parameter == "file") options.file = values[i];
  const LaunchSpec header = header_of(options, line);
  for (std::size_t i = 0; i < plan.over.size(); ++i)
    options = with_value(options, header, plan.over[i].parameter, values[i]);
  if (line.sweep.keep_threads) keep_threads(options.overrides, header);
  return options;
}

// A run that cannot be made says so in its row.
std::string shared_note(std::vector<SessionOptions>& runs) {
  try {
    return share(runs, false);
  } catch (const SessionError&) {
    return "";
  }
}

Plan plan_of(const CommandLine& line) {
  Plan plan;
  try {
    plan.over = varied(line);
    for (const std::string& first : plan.over[0].values) {
      if (plan.over.size() == 1) plan.values.push_back({first});
      if (plan.over.size() == 2)
        for (const std::string& second : plan.over[1].values)
          plan.values.push_back({first, second});
    }
    for (const auto& values : plan.values) plan.runs.push_back(run_with(line, plan, values));
    plan.note = shared_note(plan.runs);
  } catch (const SpecError& e) {
    throw SessionError(Exit::Usage, e.what());
  }
  return plan;
}

std::vector<SweepPoint> run_all(const CommandLine& line, const Plan& plan) {
  RunOptions options;
  options.max_cycles = line.max_cycles;
  options.max_instructions = line.max_instructions;
  const unsigned jobs =
      line.sweep.jobs != 0 ? line.sweep.jobs : std::max(1u, std::thread::hardware_concurrency());
  std::vector<SweepPoint> points;
  for (const ProcessResult& r : run_in_processes(plan.runs.size(), jobs, [&](std::size_t i) {
         return run_point(plan.runs[i], options, line.report.metrics);
       })) {
    points.push_back(point_of(r));
    points.back().values = plan.values[points.size() - 1];
  }
  return points;
}

std::string short_value(const std::string& parameter, const std::string& value) {
  if (parameter == "file") return std::filesystem::path(value).stem().string();
  return parameter == "kernel" ? display_name(value) : value;
}

// Files are told by their names alone, mangled kernels as a person calls them, where these differ.
void shorten_values(SweepResult& sweep) {
  for (std::size_t i = 0; i < sweep.over.size(); ++i) {
    Over& over = sweep.over[i];
    std::vector<std::string> shorter;
    for (const std::string& v : over.values) shorter.push_back(short_value(over.parameter, v));
    std::vector<std::string> sorted = shorter;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) continue;
    for (SweepPoint& p : sweep.points) p.values[i] = short_value(over.parameter, p.values[i]);
    over.values = shorter;
  }
}

}  // namespace

Exit sweep_command(const CommandLine& line) {
  const std::vector<std::string> files{line.report.json_file, line.sweep.svg_file};
  check_one_stdout(files);
  for (const std::string& file : files)
    if (!file.empty()) check_writable(file);
  const Plan plan = plan_of(line);
  if (plan.over.size() == 2 && line.report.metrics.size() > 1)
    throw SessionError(Exit::Usage, "a sweep over two parameters shows one metric");
  SweepResult sweep{plan.over, {}, run_all(line, plan), plan.note};
  sweep.columns = sweep_columns(line.report.metrics, sweep.is_matrix(), sweep.points);
  write_if_asked(line.report.json_file, sweep_json(sweep));
  const std::string csv = line.report.csv ? sweep_csv(sweep) : "";
  shorten_values(sweep);  // people read the table and the plot; programs want the whole path
  if (std::none_of(files.begin(), files.end(), is_stdout))
    fmt::print("{}", line.report.csv ? csv : render_sweep(sweep, stdout_style()));
  write_if_asked(line.sweep.svg_file, sweep_svg(sweep));
  return worst_exit(sweep.points);
}

}  // namespace simt
