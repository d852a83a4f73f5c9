// Which atomics of a program as written the assembler would make of whole warps: what advice on one
// word that many lanes update has to know.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

/// By program counter: as compiled, lanes on one word are counted (MemoryForm::counts_lanes: of all
/// warps) or combined first (MemoryForm::aggregated). `redux`: as AssembleOptions::redux. Of a
/// program that has come through the passes: what they did.
std::vector<Aggregation> taken_together_as_compiled(const Program& program, bool redux);

}  // namespace simt
