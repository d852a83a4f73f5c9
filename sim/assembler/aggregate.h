// Lanes that add to one address are added up first, and one lane goes to memory. Source: REDUX and
// VOTEU before one RED in what ptxas makes of kernels/rows_pitched.ir and mutex_fair.ir for
// sm_90 (tests/hardware/h200/cuda_source.csv.gz).
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Sets MemoryForm::aggregated of the kernel's global 32-bit integer additions to an address that
/// is uniform: of reductions, and of atomics when what they add is uniform, too.
void aggregate_additions(Program& program, FlowGraphs& flow);

}  // namespace simt
