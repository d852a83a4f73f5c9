// Registers that never hold a value at the same time share a slot: a register file of a few hundred
// bytes a warp instead of kilobytes, and a simulation that stays in the host's caches.
// Registers of one width share; lanes keep theirs apart, as each reads and writes its own element
// (a predicated write does not end the life of the old value: isa/analysis/liveness.h). What lives
// within one run (runs.h) lies in a place that all warps of an SM use one after the other.
// Left alone: predicates (4 bytes), pinned registers (pinned.h), programs with functions.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Gives the registers of a program new slots; its runs have been found. A register that is not
/// live keeps no value: views that show every register run the program without this.
void share_slots(Program& program, FlowGraphs& flow);

}  // namespace simt
