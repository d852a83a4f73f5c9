#include "sim/assembler/aggregate.h"

#include "isa/analysis/uniform.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

bool is_plain_addition(const Inst& inst) {
  const MemoryForm& m = inst.memory;
  const bool integer = m.type == ScalarType::U32 || m.type == ScalarType::S32;
  return (inst.kind == Kind::Reduction || inst.kind == Kind::Atomic) &&
         m.space == StateSpace::Global && m.atomic == AtomicOp::Add && integer;
}

}  // namespace

void aggregate_additions(Program& program, FlowGraphs&) {
  const std::vector<bool> uniform = uniform_registers(program);
  for (Inst& inst : program.code) {
    if (!is_plain_addition(inst)) continue;
    // A reduction may add what differs: only its address counts.
    const std::size_t slots = inst.kind == Kind::Reduction ? 1 : 2;
    inst.memory.aggregated = true;
    for (std::size_t i = 0; i < slots; ++i)
      for (const RegId r : registers_read(inst))
        if (program.registers[r].slot == inst.src[i] && !uniform[r]) inst.memory.aggregated = false;
  }
}

}  // namespace simt
