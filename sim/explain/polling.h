// A run that was cut off: does it wait for what nothing that still runs changes? A hint, no proof:
// the detector of deadlocks proves (sim/sm/rules/deadlock.h), this looks at where the lanes are.
// Every path that can run must be in a loop that reads one place over and over and writes nowhere
// else, and no value in memory may have changed for a while.
#pragma once

#include <span>
#include <string>

#include "sim/exec/global_memory.h"
#include "sim/sm/rules/resident_warp.h"

namespace simt {

/// "  hint: ..." of the place that most warps wait for; "" where there is none.
std::string polling_hint(const Program& program, GlobalMemory& memory,
                         const DeadlockDetector& detector, std::span<const ResidentWarp> warps);

}  // namespace simt
