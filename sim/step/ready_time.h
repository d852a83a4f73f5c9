// When the value of a register can be read. A program that brings its own issue control has no
// scoreboard of registers but one of dependence barriers: the value of an instruction that opens
// one is there when that opens, and any other one when the stall counts of the code are over.
#pragma once

#include "isa/core/program.h"
#include "sim/sm/core/warp.h"

namespace simt {

/// `producer`: the instruction that has written it last; kNoPc: none.
Scoreboard::Ready ready_time(const Program& program, const Warp& warp, RegId reg, Pc producer);

}  // namespace simt
