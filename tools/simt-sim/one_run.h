// What the commands that run a kernel share: the options of the run, what became of its result.
#pragma once

#include <string>
#include <vector>

#include "sim/views/report.h"
#include "tools/simt-sim/command_line.h"
#include "tools/simt-sim/terminal.h"

namespace simt {

/// Limits, host threads and progress as the command line says. `progress` outlives the run.
RunOptions run_options(const CommandLine& line, Progress& progress);

/// Check and goal lines after a finished run.
struct Verdicts {
  std::vector<CheckLine> checks = {}, goals = {};
  bool passed() const;
};
Verdicts judge(const Session& session, const RunResult& result);
/// Says on stderr which lines did not hold: exit code 6 follows.
void complain(const std::string& file, const Verdicts& verdicts);

/// What the simulator says of a run that stopped; deadlocks and limits name themselves.
std::string explained(const RunResult& result);

}  // namespace simt
