// The line of CUDA source that an instruction comes from, where the IR carries .loc and the file is
// at hand: at the path that the compiler wrote, or beside the IR.
#pragma once

#include <string>

#include "isa/program/program.h"

namespace simt {

/// "kernel.cu:17  if (i < n) out[i] = 0;"; empty when there is no such line.
std::string cuda_line(const Program& program, const Inst& inst);

}  // namespace simt
