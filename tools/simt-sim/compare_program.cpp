#include "tools/simt-sim/compare_program.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "sim/compare/program_comparison.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw SessionError(Exit::Usage, why);
}

// Options of a run, and of the choice of one launch, say nothing here: the launches have run.
void check_options(const CommandLine& line) {
  const LaunchSpec& launch = line.session.overrides;
  const std::array<std::pair<const char*, bool>, 9> of_a_run{{
      {"--arch", !line.session.arch.empty()},
      {"--divergence", line.session.divergence.has_value()},
      {"--scheduler", line.session.scheduler.has_value()},
      {"--sms", line.session.sms.has_value()},
      {"--kernel", !launch.kernel.empty()},
      {"--grid", launch.grid.has_value()},
      {"--block", launch.block.has_value()},
      {"--launch", !line.compare.launch.empty()},
      {"--ncu-kernel", !line.compare.ncu_kernel.empty()},
  }};
  for (const auto& [option, given] : of_a_run)
    if (given)
      refuse(
          fmt::format("{} is of one kernel's run; {} holds launches that 'simt-sim exec' has "
                      "run, and all of them are compared",
                      option, line.session.file));
  if (line.compare.reports.size() != 1)
    refuse("a report of 'simt-sim exec' is laid beside one report of ncu: give --ncu once");
  if (!line.compare.html_file.empty())
    refuse("--html shows one launch; a report of 'simt-sim exec' has --json and --csv");
}

compare::ProgramComparison compared(const CommandLine& line) {
  try {
    return compare::compare_program(compare::read_program_report(line.session.file),
                                    ncu::read_report_file(line.compare.reports.front()),
                                    {line.compare.tolerance, line.report.metrics});
  } catch (const compare::MatchError& e) {
    refuse(fmt::format("{}: {}", line.compare.reports.front(), e.what()));
  } catch (const std::runtime_error& e) {  // of either report, with its name
    refuse(e.what());
  }
}

}  // namespace

bool is_program_report(const std::string& file) {
  return file.ends_with(".json");
}

Exit compare_program_command(const CommandLine& line) {
  check_options(line);
  const std::string& json = line.report.json_file;
  if (!json.empty()) check_writable(json);
  const compare::ProgramComparison comparison = compared(line);
  if (line.report.csv && !is_stdout(json))
    fmt::print("{}", compare::render_program_csv(comparison));
  else if (!is_stdout(json))
    fmt::print("{}", compare::render_program_text(comparison, stdout_style(), line.compare.all));
  write_if_asked(json, compare::render_program_json(comparison));
  return comparison.failed() ? Exit::Check : Exit::Fine;
}

}  // namespace simt
