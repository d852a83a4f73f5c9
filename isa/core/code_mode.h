// What the instructions of a program are, in words: the text as it stands, what an assembler would
// make of it, or machine code.
#pragma once

#include <string>

#include "isa/core/program.h"

namespace simt {

/// "as written", "as compiled", "machine code of sm_90".
std::string code_mode(const Program& program);
/// As --code names them: "written", "compiled", "machine".
std::string code_name(const Program& program);

}  // namespace simt
