// The options that replace the `//!` lines of a kernel file, for every program that runs one.
#pragma once

#include <string>

#include "sim/launch/launch_spec.h"

namespace CLI {
class App;
}

namespace simt {

/// --kernel, --grid, --block, --shared, --arg, --symbol, --check, --goal. `spec` outlives the
/// parsing.
void add_launch_options(CLI::App& app, LaunchSpec& spec, const std::string& group);

}  // namespace simt
