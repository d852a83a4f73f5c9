// Whether the module's .version and .target have the instructions of a program, as far as ptxas
// would refuse them: from the notes "PTX ISA Notes" and "Target ISA Notes" of the PTX ISA 9.1,
// chapter 9.7. What the notes say of suffixes is checked for few of them (docs/DEVIATIONS.md).
#pragma once

#include "isa/frontend/ast.h"
#include "isa/frontend/diagnostics.h"
#include "isa/program/program.h"

namespace simt::decode {

/// Warns once for each instruction of the table that is too new, or was removed.
void check_requirements(const ast::Module& module, const Program& program, Diagnostics& diags);

}  // namespace simt::decode
