// Short branches become guards, as the assembler makes them.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Predicates short branches as the assembler does; keeps every table of `program` consistent.
/// Leaves what annotate_control_flow() fills to be filled again.
void if_convert(Program& program, FlowGraphs& flow);

}  // namespace simt
