// The options of each command.
#pragma once

#include "tools/simt-sim/command_line.h"

namespace CLI {
class App;
}

namespace simt {

/// `line` outlives the parsing.
void add_options(Command command, CLI::App& app, CommandLine& line);

}  // namespace simt
