// The order in which the assembler would issue a block to hide latency: loads first, each after
// what computes its address, as far as stores, barriers, clocks, calls (slow_path.h) and register
// reuse let it rise; loads of shared memory only as fast as the memory takes them (block_clock.h):
// arithmetic that can issue by then goes first. Used to estimate registers, and to execute a
// program in the order in which it runs as compiled.
#pragma once

#include <vector>

#include "isa/analysis/liveness.h"

namespace simt {

class FlowGraphs;

/// How far loads rise. AllTheWay: as far as values allow, past arithmetic with a slow path too,
/// which is nearer to ptxas where registers are estimated (tests/passes/registers_test.cpp).
enum class Rise { AsAssembled, AllTheWay };

/// The program counters of [begin, end) with loads hoisted. Very long blocks stay as they are.
std::vector<Pc> hoist_loads(const Program& program, const Liveness& liveness, Pc begin, Pc end,
                            Rise rise);
/// Puts every block of the program into that order. Values do not change.
void hoist_loads(Program& program, FlowGraphs& flow);

}  // namespace simt
