// A launch on the functional engine (sim/functional/engine.h).
#pragma once

#include "sim/launch/simulate.h"

namespace simt {

/// simulate() with RunOptions::timing off.
RunResult simulate_functional(const Program& program, const ArchConfig& arch,
                              const LaunchState& launch, GlobalMemory& memory,
                              const RunOptions& options);

}  // namespace simt
