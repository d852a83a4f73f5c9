// The commands. Each prints its result on stdout and returns the exit code; SessionError carries
// what cannot go on.
#pragma once

#include "tools/simt-sim/command_line.h"

namespace simt {

Exit run_command(const CommandLine& line);
/// Returns the program's own exit code; 128 and the number of the signal that ended it.
int exec_command(const CommandLine& line);
Exit sweep_command(const CommandLine& line);
Exit diff_command(const CommandLine& line);
Exit picture_command(const CommandLine& line);
Exit step_command(const CommandLine& line);
Exit compare_command(const CommandLine& line);
Exit occupancy_command(const CommandLine& line);
Exit disasm_command(const CommandLine& line);
Exit learn_command(const CommandLine& line);
Exit list_archs_command();
Exit list_metrics_command(const CommandLine& line);
Exit list_instructions_command(const CommandLine& line);

/// Folder of the architecture files: $SIMT_SIM_CONFIGS, else those in the program (kBuiltIn).
std::string config_dir();

}  // namespace simt
