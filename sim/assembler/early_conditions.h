// Where the assembler computes what a branch decides on: its list scheduler takes a compare and the
// arithmetic before it as early as the block allows, so that a loop's test is done while the
// rest of the loop runs.
// Source: machine code of kernels/micro/loop.ir for sm_90: IADD3, three others, ISETP, the rest,
// BRA; after loads that begin the block.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Moves what the guard of each block's last branch depends on up in its block: past arithmetic,
/// stores and barriers that it does not depend on, after loads, and away from what it reads by as
/// many instructions as an arithmetic result takes cycles. Values do not change. Of a condition
/// that takes many instructions the last ones are moved.
void raise_conditions(Program& program, FlowGraphs& flow);

}  // namespace simt
