// Two instructions of which the assembler makes one: the first one's result is read by the second
// alone.
//   and, or, xor of 32 bits and another one          lop3
//   an addition of a constant and a load or store    the load or store, at an offset
//   32 bits widened for the address of a constant    the load, of 32 bits
// Source: machine code for sm_90 of kernels/micro/bandwidth.ir (LOP3) and constant.ir (LDC).
#pragma once

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

/// Joins such pairs within their blocks. Values stay as they are, but that an address after the
/// last constant begins at 0 again.
void combine_instructions(Program& program, FlowGraphs& flow);

}  // namespace simt
