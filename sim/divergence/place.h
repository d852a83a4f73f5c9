// Where a program counter is, for people.
#pragma once

#include <string>

#include "isa/program/program.h"

namespace simt {

/// "line 14" of the IR text; "pc 14" without a program; "the end" for kNoPc.
std::string place_text(const Program* program, Pc pc);

}  // namespace simt
