// `compare` of a report that `exec --json` wrote: all launches of a program at once.
#pragma once

#include "tools/simt-sim/command_line.h"

namespace simt {

/// By its name, REPORT.json; any other file is a kernel to run.
bool is_program_report(const std::string& file);
Exit compare_program_command(const CommandLine& line);

}  // namespace simt
