// Registers that hold one value wherever they are read.
#pragma once

#include "isa/analysis/constant_values.h"

namespace simt {

/// The program's constants, and the registers that a copy of one of them sets and nobody else: no
/// other instruction, no call. What such a register holds before its copy is undefined.
ConstantValues constant_registers(const Program& program);

}  // namespace simt
