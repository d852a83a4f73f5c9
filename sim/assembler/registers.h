// How many registers the assembler would give a thread: they limit how many warps are resident.
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Estimate of the registers that the assembler would allocate, from liveness; launch bounds
/// applied. Of the program as written: a predicated write keeps the old value alive.
std::uint32_t registers_per_thread(const Program& program, FlowGraphs& flow);

}  // namespace simt
