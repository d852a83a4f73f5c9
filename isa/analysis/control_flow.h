// What the control-flow graph says of branches: where their lanes meet again, which of them close a
// loop.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Fills FlowFacts::reconverge, back_edge and yields from the control-flow graph of each function.
void annotate_control_flow(Program& program, FlowGraphs& flow);

}  // namespace simt
