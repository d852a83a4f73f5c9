// The options of a run, for every program that runs a kernel file: those that replace its `//!`
// lines, and those of the machine.
#pragma once

#include <string>

#include "tools/driver/session.h"

namespace CLI {
class App;
}

namespace simt {

/// --kernel, --grid, --block, --shared, --arg, --symbol, --check, --goal. `options` outlives the
/// parsing.
void add_launch_options(CLI::App& app, SessionOptions& options, const std::string& group);
/// --arch, --divergence, --scheduler, --code, --warp-size, --sms. Likewise.
void add_machine_options(CLI::App& app, SessionOptions& options, const std::string& group);

/// --compiler, --compile-arg, -D, -I, --keep-ptx: of a .cu file. Likewise.
void add_cuda_options(CLI::App& app, SessionOptions& options, const std::string& group);

}  // namespace simt
