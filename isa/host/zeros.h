// Which registers a new warp finds zero: the others are written before anyone reads them, and
// nothing is spent on them. Registers that share slots (share_slots.h) have had theirs chosen so
// already; this is for machine code, whose registers stay where they are.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Sets SlotLayout::zeroed. Left alone: programs with calls, and whose lanes may go on where no
/// branch leads. Views that show every register run the program without this.
void leave_out_zeros(Program& program, FlowGraphs& flow);

}  // namespace simt
