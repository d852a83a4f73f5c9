// Which atomics of a program as written the assembler would make of whole warps: what advice on one
// word that many lanes update has to know.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

/// By program counter: as compiled, lanes on one word are counted (MemoryForm::counts_lanes) or
/// added up first (MemoryForm::aggregated). `cc_8`: as
/// AssembleOptions::aggregate. Of a program that has come through the passes: what they did.
std::vector<bool> taken_together_as_compiled(const Program& program, bool cc_8);

}  // namespace simt
