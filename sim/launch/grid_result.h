// What a grid has done, summed over the SMs that its CTAs came to.
#pragma once

#include "sim/launch/simulate.h"
#include "sim/sm/core/grid.h"

namespace simt {

/// Adds the counters of its SMs to `result.counters`, fills in `sms`, the lines of the program,
/// what the model charges for each, and the clock. Its time is the caller's: the grid has ended or
/// been stopped.
void add_grid(RunResult& result, const Grid& grid, const ArchConfig& arch);

}  // namespace simt
