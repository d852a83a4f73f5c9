// Which registers hold halves: compilers declare them as bits of 16 and 32.
#pragma once

#include "isa/core/program.h"

namespace simt {

/// Gives registers the type f16, bf16, or that of a pair, where arithmetic of that type reads or
/// writes them, or they are moved to or from such ones, and nothing computes with them as integers.
/// For what shows values: no instruction looks at the type of a register.
void type_half_registers(Program& program);

}  // namespace simt
