// Runs a kernel and lays its metrics beside a report of ncu.
#include <fmt/format.h>

#include <cstdio>

#include "sim/compare/render.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/files.h"
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

compare::Match match(const std::vector<ncu::Report>& reports, const CommandLine& line,
                     const Session& session) {
  const LaunchState& launch = session.launch().state;
  const std::string& name = line.compare.ncu_kernel;
  try {
    return compare::match_launch(reports, {name.empty() ? session.program().kernel : name,
                                           line.compare.launch, launch.grid, launch.block});
  } catch (const compare::MatchError& e) {
    throw SessionError(Exit::Usage, fmt::format("{}: {}", line.compare.reports.front(), e.what()));
  }
}

RunResult simulate(const CommandLine& line, Session& session) {
  Progress progress(line.progress || stderr_is_terminal());
  RunOptions options;
  options.max_cycles = line.max_cycles;
  options.max_instructions = line.max_instructions;
  options.progress = [&](std::uint64_t done, std::uint64_t all) { progress.report(done, all); };
  return session.run(options);
}

void write(const std::string& path, const std::string& text) {
  if (!path.empty()) write_file(path, text.data(), text.size());
}

}  // namespace

Exit compare_command(const CommandLine& line) {
  const std::vector<ncu::Report> reports = read_reports(line.compare.reports);
  Session session(line.session);
  fmt::print(stderr, "{}", session.warnings());
  for (const std::string* file : {&line.report.json_file, &line.compare.html_file})
    if (!file->empty()) check_writable(*file);
  session.bind();
  const compare::Match found = match(reports, line, session);
  const RunResult result = simulate(line, session);
  if (result.status != RunStatus::Finished) {
    fmt::print(stderr, "simt-sim: {}\n", result.explanation);
    return exit_of(result, {});
  }
  const Subject subject{session.program(), session.arch(), result, {}};
  const compare::Comparison comparison =
      compare::compare(subject, reports, found, {line.compare.tolerance, line.report.metrics});
  fmt::print("{}", compare::render_text(comparison, stdout_style(),
                                        line.compare.all || !line.report.metrics.empty()));
  write(line.report.json_file, compare::render_json(comparison));
  write(line.compare.html_file, compare::render_html(comparison, subject, *found.launch));
  return comparison.failed() ? Exit::Check : Exit::Fine;
}

}  // namespace simt
