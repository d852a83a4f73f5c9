// Lanes that update one address are combined first, and one of them goes to memory. Source: what
// ptxas 13.0 makes of 80 kernels for sm_75, sm_80 and sm_90. The warp's VOTE finds the lanes; POPC
// multiplies a value that is uniform, REDUX (from CC 8.0 on) or shuffles combine what differs.
// Shuffles need all lanes: a warp that has fewer there sends each of its own.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Sets MemoryForm::aggregated of the kernel's atomics and reductions whose address is uniform, in
/// global or shared memory, as an assembler does without REDUX:
///   32-bit integer addition          of one value AllWarps, else WholeWarps
///   min, max, and, or, xor, 32 bits  WholeWarps, when nobody reads the old value
///   64-bit integer addition          of one value AllWarps
/// Results that nobody reads have been dropped.
void aggregate_atomics(Program& program, FlowGraphs& flow);
/// With REDUX: WholeWarps become AllWarps where nobody reads the old value. Lanes that are counted
/// (MemoryForm::counts_lanes) are not aggregated.
void aggregate_by_redux(Program& program, FlowGraphs& flow);

}  // namespace simt
