#include "sim/assembler/unused_results.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>

#include "isa/analysis/cfg.h"
#include "isa/analysis/constant_values.h"
#include "isa/analysis/liveness.h"

namespace simt {
namespace {

bool computes(const Inst& inst) {
  const MemoryForm& m = inst.memory;
  return inst.kind == Kind::Atomic && m.atomic != AtomicOp::Exch && m.atomic != AtomicOp::Cas;
}

bool can_be_reduction(const Inst& inst) {
  const MemoryForm& m = inst.memory;
  return computes(inst) && m.space == StateSpace::Global && m.order != MemoryOrder::Acquire &&
         m.order != MemoryOrder::AcqRel;
}

void drop_result(Inst& inst) {
  inst.dst.clear();
  inst.writes.clear();
}

bool can_count_lanes(const Inst& inst, const ConstantValues& constants) {
  const MemoryForm& m = inst.memory;
  if ((inst.kind != Kind::Atomic && inst.kind != Kind::Reduction) ||
      m.space != StateSpace::Shared || m.atomic != AtomicOp::Add ||
      (m.type != ScalarType::U32 && m.type != ScalarType::S32))
    return false;
  return constants.at(inst.src[1]) == 1u;
}

/// Calls f for the kernel's instructions that write nothing or what nobody reads.
template <class F>
void for_each_unread(Program& program, FlowGraphs& flow, F f) {
  const Cfg& cfg = flow.of(program.functions[0]);
  const Liveness liveness(program, program.functions[0], cfg);
  for (Node n = 0; n < cfg.exit; ++n) {
    RegisterSet live = liveness.live_out(n);
    for (Pc pc = cfg.blocks[n].end; pc-- > cfg.blocks[n].begin;) {
      const auto& writes = liveness.writes(pc);
      const bool read =
          std::any_of(writes.begin(), writes.end(), [&](RegId r) { return live.has(r); });
      liveness.step_back(pc, live);
      if (!read) f(program.code[pc]);
    }
  }
}

}  // namespace

void drop_unused_results(Program& program, FlowGraphs& flow) {
  for_each_unread(program, flow, [](Inst& inst) {
    if (!computes(inst)) return;
    if (can_be_reduction(inst)) inst.kind = Kind::Reduction;
    drop_result(inst);
  });
}

void count_lanes(Program& program, FlowGraphs& flow) {
  const ConstantValues constants(program);
  for_each_unread(program, flow, [&](Inst& inst) {
    if (!can_count_lanes(inst, constants)) return;
    inst.memory.counts_lanes = true;
    drop_result(inst);
  });
}

}  // namespace simt
