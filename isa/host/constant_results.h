// Arithmetic whose operands are all constants has the same result whenever it runs. ptxas writes
// some in place of a move: HFMA2.MMA R5, -RZ, RZ, 0, 1 sets a register on a pipe that is idle.
#pragma once

#include "isa/core/program.h"

namespace simt {

/// Computes such results once: what is left of the instruction for the host is a copy. It is
/// counted, timed and shown as before. Left alone: results of another size than 32 bits, several
/// results, operands in rows.
void compute_constant_results(Program& program);

}  // namespace simt
