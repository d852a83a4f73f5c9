// Instructions after one another that do nothing but compute, in all lanes of their path. Their
// values depend on no time, and no lane comes to one of them but through the first: a simulator may
// compute them all when the first one issues, while the registers are near, and only count and time
// the others. What lives within such a run needs no register file (share_slots.h).
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Sets Inst::run. A run lies within one basic block, has no guards, and consists of arithmetic and
/// of loads of kernel parameters and constants at addresses that they state. All but its first
/// instruction keep away from pinned registers (pinned.h).
void find_runs(Program& program, FlowGraphs& flow);

/// By register: the first instruction of the run in which it is written before it is read, and
/// beyond which it is not used; else kNoPc.
std::vector<Pc> homes_in_runs(const Program& program);

}  // namespace simt
