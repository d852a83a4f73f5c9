#include "sim/assembler/pipeline.h"

#include <algorithm>

#include "isa/analysis/control_flow.h"
#include "isa/analysis/flow_graphs.h"
#include "isa/host/constant_results.h"
#include "isa/host/runs.h"
#include "isa/host/share_slots.h"
#include "isa/host/zeros.h"
#include "sim/assembler/aggregate.h"
#include "sim/assembler/combine.h"
#include "sim/assembler/convergence.h"
#include "sim/assembler/early_conditions.h"
#include "sim/assembler/if_convert.h"
#include "sim/assembler/merge_accesses.h"
#include "sim/assembler/registers.h"
#include "sim/assembler/rename.h"
#include "sim/assembler/schedule.h"
#include "sim/assembler/unused_results.h"

namespace simt {
namespace {

void count_registers(Program& program, FlowGraphs& flow) {
  program.registers_per_thread = registers_per_thread(program, flow);
}

bool always(const AssembleOptions&) {
  return true;
}
bool as_compiled(const AssembleOptions& o) {
  return o.as_compiled;
}
bool has_redux(const AssembleOptions& o) {
  return o.as_compiled && o.redux;
}
bool hides_registers(const AssembleOptions& o) {
  return o.hide_registers;
}

constexpr Pass kPasses[] = {
    {"count registers",
     "of the program as written: a guard that a pass adds keeps the old value alive",
     count_registers, always},
    {"drop unused results", "before branches become guards, which keep results alive",
     drop_unused_results, as_compiled},
    {"count lanes", "as above: a guard would keep the old value that nobody reads", count_lanes,
     has_redux},
    {"aggregate atomics", "before branches become guards, which hide what is uniform",
     aggregate_atomics, as_compiled},
    {"aggregate by redux", "of what shuffles would combine and nothing counts", aggregate_by_redux,
     has_redux},
    {"combine before branches", "the assembler counts what is left of a side", combine_instructions,
     as_compiled},
    {"find uniform branches", "how long a side of a branch may be depends on it",
     find_uniform_branches, as_compiled},
    {"convert branches", "straight code gives the passes after it larger blocks", if_convert,
     as_compiled},
    {"rename values", "a register that is used again for another value holds up the scheduling",
     rename_values, as_compiled},
    {"combine instructions", "before scheduling, which parts what belongs together",
     combine_instructions, as_compiled},
    {"merge accesses", "by the final addresses; what is merged moves as one", merge_accesses,
     as_compiled},
    {"hoist loads",
     "their latency is the longest: they take the first places of a block, arithmetic its waits",
     hoist_loads, as_compiled},
    {"raise conditions", "after the loads, between which the conditions of branches fit",
     raise_conditions, as_compiled},
    {"annotate control flow", "of the final code; the divergence models read it",
     annotate_control_flow, always},
    {"find runs", "of the final code", find_runs, hides_registers},
    {"share slots", "after the runs: what lives within one needs no register file", share_slots,
     hides_registers},
};

}  // namespace

std::span<const Pass> passes() {
  return kPasses;
}

// Where a branch to an address in registers leads is not known: it may be into a run.
void hide_registers(Program& machine_code) {
  if (std::ranges::any_of(machine_code.code,
                          [](const Inst& i) { return i.kind == Kind::BranchTo; }))
    return;
  FlowGraphs flow(machine_code);
  compute_constant_results(machine_code);
  find_runs(machine_code, flow);
  leave_out_zeros(machine_code, flow);
}

void assemble(Program& program, const AssembleOptions& options) {
  FlowGraphs flow(program);
  for (const Pass& pass : passes())
    if (pass.wanted(options)) pass.run(program, flow);
}

}  // namespace simt
