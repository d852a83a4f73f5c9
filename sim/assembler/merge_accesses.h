// Loads and stores of neighbouring words of shared or local memory that become one of 8 or 16 bytes
// a lane, as the assembler makes them. Words of 4 bytes merge to 8 or 16, words of 8 to 16; all of
// a block that
//   have one base register, the same value of it, and one guard;
//   lie in 8 or 16 bytes that are known to be aligned so (isa/analysis/alignment.h), side by side;
//   have nothing between them that may touch their memory: a store to the space (for stores: a load
//   of it, too) wherever it goes, an atomic on it, a barrier, a fence, a call.
// Global memory: the alignment of what a kernel is given is not known, so nothing merges; compilers
// write vectors where they know it.
// Source: machine code that ptxas 13.0 -O3 makes for sm_75, sm_80 and sm_90, and counters of an
// H200 (tests/hardware/neighbours). Not done here: three of four words become a load of 16 bytes
// there.
#pragma once

namespace simt {

class FlowGraphs;

struct Program;

/// A merged load stands where the first of its parts stood, a merged store where the last did.
void merge_accesses(Program& program, FlowGraphs& flow);

}  // namespace simt
