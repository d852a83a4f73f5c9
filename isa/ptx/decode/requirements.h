// Whether the module's .version and .target have the instructions of a program, as ptxas asks: "PTX
// ISA Notes" and "Target ISA Notes" of the PTX ISA, chapter 9.7. The figures are those from which
// on ptxas 13.0 takes each instruction, tried with targets sm_30 to sm_90 and versions 3.2 to 8.0.
// What single suffixes need is not checked (docs/DEVIATIONS.md).
#pragma once

#include "isa/core/program.h"
#include "isa/ptx/ast.h"
#include "isa/ptx/decode/spellings.h"
#include "isa/ptx/diagnostics.h"

namespace simt::decode {

/// Warns once for each instruction of the table that is too new, or was removed.
void check_requirements(const ast::Module& module, const Program& program,
                        const Spellings& spellings, Diagnostics& diags);

}  // namespace simt::decode
