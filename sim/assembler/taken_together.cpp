#include "sim/assembler/taken_together.h"

#include <algorithm>

#include "isa/analysis/flow_graphs.h"
#include "sim/assembler/aggregate.h"
#include "sim/assembler/unused_results.h"

namespace simt {

// These passes move no instruction.
std::vector<Aggregation> taken_together_as_compiled(const Program& program, bool redux) {
  Program compiled = program;
  FlowGraphs flow(compiled);
  drop_unused_results(compiled, flow);
  if (redux) count_lanes(compiled, flow);
  aggregate_atomics(compiled, flow);
  if (redux) aggregate_by_redux(compiled, flow);
  std::vector<Aggregation> out(compiled.code.size());
  std::transform(compiled.code.begin(), compiled.code.end(), out.begin(), [](const Inst& inst) {
    return inst.memory.counts_lanes ? Aggregation::AllWarps : inst.memory.aggregated;
  });
  return out;
}

}  // namespace simt
