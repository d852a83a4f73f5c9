// An atomic whose old value nobody reads becomes a reduction, as the assembler makes RED of ATOM.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// In the kernel itself: what a called function leaves in its registers its caller may read. Global
/// atomics only: shared memory has no reductions, an exchange or a compare-and-swap is none,
/// and an acquire needs the answer. Shared atomics that add 1 count lanes together
/// (MemoryForm::counts_lanes).
void drop_unused_results(Program& program, FlowGraphs& flow);

}  // namespace simt
