// The order in which the assembler would issue a block to hide latency: loads first, each after
// what computes its address, as far as stores, barriers, clocks, calls (slow_path.h) and register
// reuse let it rise. Used to estimate registers, and to execute a program in the order in which it
// runs as compiled.
#pragma once

#include <vector>

#include "isa/analysis/liveness.h"

namespace simt {

class FlowGraphs;

/// What loads make of arithmetic with a slow path (slow_path.h). Ignored: they pass it, which is
/// nearer to ptxas where registers are estimated (tests/passes/registers_test.cpp).
enum class SlowPaths { HoldLoads, Ignored };

/// The program counters of [begin, end) with loads hoisted. Very long blocks stay as they are.
std::vector<Pc> hoist_loads(const Program& program, const Liveness& liveness, Pc begin, Pc end,
                            SlowPaths slow_paths);
/// Puts every block of the program into that order. Values do not change.
void hoist_loads(Program& program, FlowGraphs& flow);

}  // namespace simt
