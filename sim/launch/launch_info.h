// What a launch is before it runs, for whichever engine runs it.
#pragma once

#include "sim/launch/simulate.h"

namespace simt {

LaunchInfo launch_info(const Program& program, const ArchConfig& arch, const LaunchState& launch);
/// True, and says why, when no CTA of result.launch fits on an SM.
bool cannot_start(RunResult& result, const ArchConfig& arch);

}  // namespace simt
