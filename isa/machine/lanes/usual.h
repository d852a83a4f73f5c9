// Forms of operations that compilers write most have a loop of their own, chosen once: a lane
// function of machine code else reads its modifiers each time it runs.
#pragma once

#include "isa/machine/lanes/lane_ops.h"

namespace simt::machine {

/// Computes what lanes_of(which) does for `inst`, whose operands and modifiers are all there;
/// nullptr: this form has no loop of its own.
LaneOp usual_form(Lanes which, const Inst& inst);

// By the file that has the operation.
LaneOp usual_float(Lanes which, const Inst& inst);
LaneOp usual_integer(Lanes which, const Inst& inst);
LaneOp usual_logic(Lanes which, const Inst& inst);

}  // namespace simt::machine
