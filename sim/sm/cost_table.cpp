#include "sim/sm/cost_table.h"

#include <cmath>

#include "isa/program/program.h"

namespace simt {
namespace {

bool through_l1(const Inst& inst) {
  const StateSpace s = inst.memory.space;
  return inst.op_class == OpClass::Memory &&
         (s == StateSpace::Global || s == StateSpace::Local || s == StateSpace::Generic);
}

Stall busy_reason(const Inst& inst, Pipe pipe) {
  if (pipe == Pipe::Xu) return Stall::mio_throttle;
  if (pipe != Pipe::Lsu) return Stall::math_pipe_throttle;
  return through_l1(inst) ? Stall::lg_throttle : Stall::mio_throttle;
}

bool converges(const Inst& inst) {
  switch (inst.kind) {
    case Kind::WarpSync:
      return true;
    case Kind::Shuffle:
    case Kind::Vote:
    case Kind::Match:
    case Kind::Redux:
      return inst.form.has(Mod::sync);
    default:
      return false;
  }
}

/// Loads that the hardware serves from a constant bank or registers, not as a memory instruction.
bool is_operand_fetch(const Inst& inst) {
  return inst.op_class == OpClass::Memory &&
         (inst.memory.space == StateSpace::Param || inst.memory.register_passed);
}

IssueCost cost_of(const Inst& inst, const ArchConfig& arch) {
  const OpClass c = is_operand_fetch(inst) ? OpClass::Move : inst.op_class;
  const OpTiming& t = arch.timing(c);
  const double rate = t.results_per_clock / arch.sub_partitions;
  IssueCost cost;
  cost.pipe = pipe_of(c);
  cost.busy_reason = busy_reason(inst, cost.pipe);
  cost.result_reason = t.variable_latency ? Stall::short_scoreboard : Stall::wait;
  cost.converges = converges(inst);
  cost.through_l1 = through_l1(inst);
  if (rate > 0)
    cost.interval16 =
        static_cast<std::uint32_t>(std::lround(16.0 * kMaxWarpSize / rate)) * inst.machine_insts;
  cost.latency = t.latency * inst.machine_insts;
  return cost;
}

}  // namespace

std::vector<IssueCost> cost_table(const Program& program, const ArchConfig& arch) {
  std::vector<IssueCost> table;
  table.reserve(program.code.size());
  for (const Inst& inst : program.code) table.push_back(cost_of(inst, arch));
  return table;
}

}  // namespace simt
