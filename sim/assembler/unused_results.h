// An atomic whose old value nobody reads becomes a reduction, as the assembler makes RED of ATOM;
// in shared memory it loses its result.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// In the kernel itself: what a called function leaves in its registers its caller may read. An
/// exchange or a compare-and-swap stays as it is; shared memory has no reductions, and an acquire
/// needs the answer: these lose their result alone.
void drop_unused_results(Program& program, FlowGraphs& flow);
/// Shared atomics that add 1 without a reader count lanes together (MemoryForm::counts_lanes).
/// Source: machine code of ptxas 13.0, ATOMS.POPC.INC for sm_80 to sm_90 and ATOMS.ADD for sm_75;
/// counters of histogram_shared.cu on an H200.
void count_lanes(Program& program, FlowGraphs& flow);

}  // namespace simt
