#include "sim/assembler/aggregate.h"

#include <algorithm>

#include "isa/analysis/flow_graphs.h"
#include "isa/analysis/uniform.h"
#include "isa/core/operands.h"
#include "sim/assembler/rename.h"

namespace simt {
namespace {

bool answers(const Inst& inst) {
  return inst.writes.size() != 0;
}

bool is_candidate(const Inst& inst) {
  const StateSpace space = inst.memory.space;
  return inst.rows == nullptr && (inst.kind == Kind::Reduction || inst.kind == Kind::Atomic) &&
         (space == StateSpace::Global || space == StateSpace::Shared ||
          space == StateSpace::Generic) &&
         !is_float(inst.memory.type) && inst.memory.bytes() >= 4;
}

Aggregation of_words(const Inst& inst, bool one_value) {
  switch (inst.memory.atomic) {
    case AtomicOp::Add:
      return one_value ? Aggregation::AllWarps : Aggregation::WholeWarps;
    case AtomicOp::Min:
    case AtomicOp::Max:
    case AtomicOp::And:
    case AtomicOp::Or:
    case AtomicOp::Xor:
      return answers(inst) ? Aggregation::None : Aggregation::WholeWarps;
    default:
      return Aggregation::None;
  }
}

/// Of an update of one address.
Aggregation aggregation(const Inst& inst, bool one_value) {
  if (inst.memory.bytes() == 4) return of_words(inst, one_value);
  const bool addition = inst.memory.atomic == AtomicOp::Add;
  return addition && one_value ? Aggregation::AllWarps : Aggregation::None;
}

}  // namespace

void aggregate_atomics(Program& program, FlowGraphs&) {
  if (std::ranges::none_of(program.code, is_candidate)) return;
  // A register that the text uses for several values hides which of them are uniform.
  Program renamed = program;
  FlowGraphs flow(renamed);
  rename_values(renamed, flow);
  const UniformOperands uniform(renamed);
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Inst& inst = renamed.code[pc];
    if (!is_candidate(inst) || !uniform.has(inst, 0)) continue;
    program.code[pc].memory.aggregated = aggregation(inst, uniform.has(inst, 1));
  }
}

void aggregate_by_redux(Program& program, FlowGraphs&) {
  for (Inst& inst : program.code) {
    Aggregation& how = inst.memory.aggregated;
    if (inst.memory.counts_lanes)
      how = Aggregation::None;
    else if (how == Aggregation::WholeWarps && !answers(inst))
      how = Aggregation::AllWarps;
  }
}

}  // namespace simt
