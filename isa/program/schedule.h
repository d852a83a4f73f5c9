// The order in which the assembler would issue a block to hide latency: loads first, each behind
// what computes its address, as far as stores, barriers, calls and register reuse let it rise.
// Used to estimate registers only; a Program is executed in its own order.
#pragma once

#include <vector>

#include "isa/program/liveness.h"

namespace simt {

/// The program counters of [begin, end) with loads hoisted. Very long blocks stay as they are.
std::vector<Pc> hoist_loads(const Program& program, const Liveness& liveness, Pc begin, Pc end);

}  // namespace simt
