// Gives each value of a basic block a register of its own where the program reuses one, as the
// assembler's allocation does: reuse then no longer holds loads back (schedule.h). Values that
// live on after their block, predicates and values around calls keep their register.
#pragma once

namespace simt {

class FlowGraphs;

struct Program;

/// New registers carry the name of the one that they stand for. Results do not change.
void rename_values(Program& program, FlowGraphs& flow);

}  // namespace simt
