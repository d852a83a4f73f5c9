// Analyses of a decoded program, run once by compile(), in this order.
#pragma once

#include "isa/program/program.h"

namespace simt {

/// Estimate of the registers that the assembler would allocate, from liveness; launch bounds
/// applied. Of the program as written: a predicated write keeps the old value alive.
std::uint32_t registers_per_thread(const Program& program);
/// Predicates short branches as the assembler does; keeps every table of `program` consistent.
/// Leaves what annotate_control_flow() fills to be filled again.
void if_convert(Program& program);
/// Fills Inst::reconverge, back_edge and yields from the control-flow graph of each function.
void annotate_control_flow(Program& program);

}  // namespace simt
