// The options of each command.
#pragma once

#include "tools/simt-sim/command_line.h"

namespace CLI {
class App;
}

namespace simt {

/// `line` outlives the parsing.
void add_options(Command command, CLI::App& app, CommandLine& line);
/// Those of one command, where they are many.
void add_picture(CLI::App& app, CommandLine& line);
void add_learn(CLI::App& app, CommandLine& line);
void add_exec(CLI::App& app, CommandLine& line);

}  // namespace simt
