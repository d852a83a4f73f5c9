// Which branches of a program as written the assembler would make guards of: what advice on lanes
// that part has to know, as no warp diverges there on a device.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

/// By program counter: a branch that `if_convert` leaves none of. All false for machine code and
/// for a program that has come through the passes as compiled. `redux`: as AssembleOptions::redux.
std::vector<bool> predicated_as_compiled(const Program& program, bool redux);

}  // namespace simt
