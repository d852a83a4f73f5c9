// Runs a kernel and lays its metrics beside a report of ncu.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "sim/compare/render.h"
#include "sim/config/target.h"
#include "tools/driver/kernel_text.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/compare_program.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/one_run.h"
#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

std::vector<ncu::Report> read_reports(const std::vector<std::string>& files) {
  std::vector<ncu::Report> out;
  try {
    for (const std::string& file : files) out.push_back(ncu::read_report_file(file));
  } catch (const ncu::ReportError& e) {
    throw SessionError(Exit::Usage, e.what());
  }
  return out;
}

std::string kernel_name(const CommandLine& line, const Session& session) {
  const std::string& name = line.compare.ncu_kernel;
  return name.empty() ? session.program().kernel : name;
}

// Whatever cannot be matched is told with the report's name.
template <class F>
auto matched(const CommandLine& line, F f) {
  try {
    return f();
  } catch (const compare::MatchError& e) {
    throw SessionError(Exit::Usage, fmt::format("{}: {}", line.compare.reports.front(), e.what()));
  }
}

// A report's number, held to what a launch can say; the launch itself rejects what is too large.
template <class Number>
std::uint32_t count_of(Number n) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  return n >= kMost ? kMost : n > 0 ? static_cast<std::uint32_t>(n) : 0;
}

Dim3 dim3_of(const ncu::Dimensions& d) {
  return {count_of(d[0]), count_of(d[1]), count_of(d[2])};
}

// What neither the file nor the options say of the launch, the report does.
SessionOptions completed(const CommandLine& line, const Session& session,
                         const std::vector<ncu::Report>& reports) {
  SessionOptions out = line.session;
  const LaunchSpec& spec = session.spec();
  const ncu::Launch& launch =
      *matched(line, [&] {
         return compare::launches_of(reports, kernel_name(line, session), line.compare.launch);
       }).front();
  if (!spec.grid && launch.grid) out.overrides.grid = dim3_of(*launch.grid);
  if (!spec.block && launch.block) out.overrides.block = dim3_of(*launch.block);
  const ncu::MetricValue* shared = launch.find("launch__shared_mem_per_block_dynamic");
  if (!spec.dynamic_shared && shared != nullptr && shared->value.number)
    out.overrides.dynamic_shared = count_of(*shared->value.number);
  return out;
}

compare::Match match(const std::vector<ncu::Report>& reports, const CommandLine& line,
                     const Session& session) {
  const LaunchState& launch = session.launch().state;
  return matched(line, [&] {
    return compare::match_launch(
        reports, {kernel_name(line, session), line.compare.launch, launch.grid, launch.block});
  });
}

RunResult simulate(const CommandLine& line, Session& session) {
  Progress progress(line.progress || stderr_is_terminal());
  return session.run(run_options(line, progress));
}

std::string nearest_to(const ncu::Launch& launch, const std::string& config_dir) {
  return nearest_device(compare::device_of(launch), config_dir).value_or("");
}

// ncu measures what the assembler made of the text.
bool compiled_unless_typed(const SessionOptions& session) {
  return session.as_compiled.value_or(true);
}

// The architecture nearest to the device of the first launch that names one.
std::string nearest_arch(const std::vector<ncu::Report>& reports, const std::string& config_dir) {
  for (const ncu::Report& report : reports)
    for (const ncu::Launch& launch : report.launches)
      if (std::string found = nearest_to(launch, config_dir); !found.empty()) return found;
  return "";
}

}  // namespace

Exit compare_command(const CommandLine& given) {
  CommandLine line = given;
  if (!is_cuda(line.session.file)) line.session.as_compiled = compiled_unless_typed(line.session);
  if (is_program_report(line.session.file)) return compare_program_command(line);
  if (line.report.csv)
    throw SessionError(Exit::Usage,
                       "--csv is for a report of 'simt-sim exec'; one kernel has --json");
  const std::vector<ncu::Report> reports = read_reports(line.compare.reports);
  if (line.session.arch.empty()) line.session.arch = nearest_arch(reports, line.session.config_dir);
  Session session(completed(line, Session(line.session), reports));
  fmt::print(stderr, "{}", session.warnings());
  const std::vector<std::string> files{line.report.json_file, line.compare.html_file};
  check_one_stdout(files);
  for (const std::string& file : files)
    if (!file.empty()) check_writable(file);
  session.bind();
  fmt::print(stderr, "{}", session.launch_warnings());
  const compare::Match found = match(reports, line, session);
  const RunResult result = simulate(line, session);
  if (result.status != RunStatus::Finished) {
    fmt::print(stderr, "simt-sim: {}\n", explained(result));
    return exit_of(result, {});
  }
  const Verdicts verdicts = judge(session, result);
  const Subject subject{session.program(), session.arch(), result, verdicts.checks, verdicts.goals};
  const compare::Comparison comparison =
      compare::compare(subject, reports, found,
                       {line.compare.tolerance, line.report.metrics,
                        nearest_to(*found.launch, line.session.config_dir)});
  if (std::none_of(files.begin(), files.end(), is_stdout))
    fmt::print("{}", compare::render_text(comparison, stdout_style(),
                                          line.compare.all || !line.report.metrics.empty()));
  write_if_asked(line.report.json_file, compare::render_json(comparison, subject, *found.launch));
  write_if_asked(line.compare.html_file, compare::render_html(comparison, subject, *found.launch));
  complain(line.session.file, verdicts);
  return comparison.failed() || !verdicts.passed() ? Exit::Check : Exit::Fine;
}

}  // namespace simt
