// Analyses of a decoded program, run once by compile(), in this order.
#pragma once

#include "isa/program/program.h"

namespace simt {

/// Fills Inst::reconverge, back_edge and yields from the control-flow graph of each function.
void annotate_control_flow(Program& program);
/// Predicates short branches as the assembler does; keeps every table of `program` consistent.
void if_convert(Program& program);
/// Estimate of the registers that the assembler would allocate, from liveness; launch bounds
/// applied.
std::uint32_t registers_per_thread(const Program& program);

}  // namespace simt
