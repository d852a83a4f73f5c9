// What traces and players call an instruction.
#pragma once

#include <string>
#include <vector>

#include "isa/core/program.h"

namespace simt::trace {

/// By program counter: "line 12: ld.global.u32 %r1, [%rd2]".
std::vector<std::string> instruction_names(const Program& program);

}  // namespace simt::trace
