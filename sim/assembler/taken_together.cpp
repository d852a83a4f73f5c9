#include "sim/assembler/taken_together.h"

#include <algorithm>

#include "isa/analysis/flow_graphs.h"
#include "sim/assembler/aggregate.h"
#include "sim/assembler/unused_results.h"

namespace simt {

// These passes move no instruction.
std::vector<bool> taken_together_as_compiled(const Program& program, bool cc_8) {
  Program compiled = program;
  FlowGraphs flow(compiled);
  drop_unused_results(compiled, flow);
  if (cc_8) {
    count_lanes(compiled, flow);
    aggregate_additions(compiled, flow);
  }
  std::vector<bool> out(compiled.code.size());
  std::transform(compiled.code.begin(), compiled.code.end(), out.begin(), [](const Inst& inst) {
    return inst.memory.aggregated || inst.memory.counts_lanes;
  });
  return out;
}

}  // namespace simt
