// Where the assembler makes lanes reconverge: before a branch whose lanes it cannot show to
// stay together it writes BSSY, and where they meet again BSYNC, which every path that comes there
// executes, also when the lanes never diverged.
// What it can show: a value is the same in lanes that run together when it is computed of such
// values alone, or loaded from one address, from whatever memory but a thread's own.
// A bra.uni is shown nothing: in a loop it has its BSSY (loop.ir: if_uniform).
// Source: machine code for sm_90 of kernels/*.ir and kernels/micro (loop.ir: if_uniform, if_else).
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Edges into a point where lanes reconverge, by the instruction that they leave.
struct ReconvergenceEdges {
  bool next = false;    ///< to the next one
  bool target = false;  ///< to Inst::target, or from a table of targets to FlowFacts::reconverge
};

/// By program counter. A point at which lanes only end has no BSYNC. In functions too large for the
/// analysis there are none.
std::vector<ReconvergenceEdges> find_reconvergence_edges(const Program& program, FlowGraphs& flow);

/// Sets Semantics::uniform of branches whose lanes stay together, as far as it can show.
void find_uniform_branches(Program& program, FlowGraphs& flow);

}  // namespace simt
