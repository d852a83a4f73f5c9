// Whether a program can tell in which order its blocks run, other than by a data race.
#pragma once

#include "isa/core/program.h"

namespace simt::functional {

/// True when it reads what an atomic on device memory returns, adds floating-point numbers there (a
/// sum depends on the order of its parts), reads memory in an order (volatile, relaxed, acquire),
/// has a loop that waits on memory, or calls malloc or free. Without these, blocks may run side by
/// side: reductions on integers come to the same value in any order. Blocks that race through plain
/// loads and stores can still tell; PTX gives such programs no meaning (PTX ISA 8, memory
/// consistency model).
bool order_shows(const Program& program);

}  // namespace simt::functional
