// From a decoded program to what the machine runs: what an assembler would make of it, the analyses
// that every run needs, and what the host gains from. The passes, their order and the reason for it
// stand in passes(), nowhere else.
#pragma once

#include <span>
#include <string_view>

#include "isa/core/program.h"

namespace simt {

class FlowGraphs;

struct AssembleOptions {
  /// Short branches become guards, loads are hoisted, results that nobody reads are dropped: the
  /// program runs as an assembler compiles it. Else as it is written.
  bool as_compiled = false;
  /// With as_compiled, CC 8.0 and later: a warp combines values by REDUX, and ATOMS.POPC.INC counts
  /// lanes. Before, by votes and shuffles.
  bool redux = false;
  /// Nobody looks at registers: those that are never live together lie in one place, and runs of
  /// arithmetic compute at once. Faster, with the same results.
  bool hide_registers = false;
};

/// One step from a decoded program to what runs.
struct Pass {
  std::string_view name;
  std::string_view reason;  ///< for its place in the order
  void (*run)(Program& program, FlowGraphs& flow);
  bool (*wanted)(const AssembleOptions& options);
};
/// In order.
std::span<const Pass> passes();

/// Runs the passes that are wanted; the program has come from a front end and through no pass yet.
void assemble(Program& program, const AssembleOptions& options);

/// Machine code is what it is; this changes nothing but the time that the host takes. Where nobody
/// looks at registers: runs of arithmetic compute at once, as with AssembleOptions::hide_registers,
/// results of constants are computed once, and only what is read before it is written is zeroed.
void hide_registers(Program& machine_code);

}  // namespace simt
