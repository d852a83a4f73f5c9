#include "sim/sm/cost_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "isa/program/program.h"
#include "sim/sm/fetch.h"
#include "sim/sm/pipe_choice.h"
#include "sim/sm/stall_counts.h"

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
    case Kind::BarSync:
    case Kind::BarArrive:
    case Kind::BarReduce:
      return inst.form.has(Mod::aligned);
    case Kind::Shuffle:
    case Kind::Vote:
    case Kind::Match:
    case Kind::Redux:
      return inst.form.has(Mod::sync);
    default:
      return false;
  }
}

/// What an instruction costs that reads a constant of the launch or of the warp.
enum class Source : std::uint8_t { Registers, ConstantBank, SpecialRegister };

/// Parameters and launch dimensions lie in the constant bank, the other special registers are read
/// through a slow path of their own.
Source source_of(const Inst& inst, const Program& program) {
  if (inst.op_class == OpClass::Memory)
    return inst.memory.space == StateSpace::Param && !inst.memory.register_passed
               ? Source::ConstantBank
               : Source::Registers;
  if (inst.op_class != OpClass::Move || inst.num_src == 0 || inst.num_reads != 0)
    return Source::Registers;
  for (const SpecialSlot& special : program.specials) {
    if (special.slot != inst.src[0]) continue;
    switch (special.reg) {
      case SpecialReg::ntid_x:
      case SpecialReg::ntid_y:
      case SpecialReg::ntid_z:
      case SpecialReg::nctaid_x:
      case SpecialReg::nctaid_y:
      case SpecialReg::nctaid_z:
        return Source::ConstantBank;
      default:
        return Source::SpecialRegister;
    }
  }
  return Source::Registers;
}

/// Loads that the hardware serves from a constant bank or registers, not as a memory instruction.
bool is_operand_fetch(const Inst& inst) {
  return inst.op_class == OpClass::Memory &&
         (inst.memory.space == StateSpace::Param || inst.memory.register_passed);
}

/// Adds what the special function unit does in an expansion whose other instructions are of class
/// `c` and charged already.
void add_special_part(IssueCost& cost, const Inst& inst, const ArchConfig& arch, OpClass c) {
  if (inst.special_insts() == 0) return;
  const SpecialPart& part = inst.form.op->special;
  const unsigned others = inst.machine_insts - part.insts;
  cost.latency = arch.timing(c).latency * (part.chain != 0 ? part.chain : others) +
                 arch.timing(OpClass::Sfu).latency;
  cost.interval16 = interval16(arch, c, others);
  cost.other_pipe = pipe_of(OpClass::Sfu);
  cost.other_interval16 = interval16(arch, OpClass::Sfu, part.insts);
  if (arch.timing(OpClass::Sfu).variable_latency) cost.result_reason = Stall::short_scoreboard;
  if (cost.other_interval16 <= cost.interval16) return;
  std::swap(cost.pipe, cost.other_pipe);
  std::swap(cost.interval16, cost.other_interval16);
  cost.busy_reason = busy_reason(inst, cost.pipe);
  cost.gate = gate_of(cost.pipe);
}

// Arithmetic of fixed latency; longer expansions have conversions and special functions in them.
bool passes_barrier(const IssueCost& cost, const Inst& inst, const ArchConfig& arch) {
  return arch.barrier_defers && inst.kind == Kind::Alu && cost.pipe != Pipe::Lsu &&
         cost.result_reason == Stall::wait && inst.machine_insts <= 2;
}

// Memory beyond shared memory and parameters, fences wider than the CTA, calls (of printf and
// malloc; their frames lie in local memory) and returns from them.
bool leaves_sm(const Inst& inst, const Program& program) {
  switch (inst.kind) {
    case Kind::Load:
    case Kind::Store:
    case Kind::Atomic:
    case Kind::Reduction:
      return inst.memory.space != StateSpace::Shared && !inst.copies_parameter;
    case Kind::Fence:
      return !inst.form.has(Mod::cta);
    case Kind::Ret:
      return !program.call_sites.empty();
    case Kind::Call:
    case Kind::Trap:
      return true;
    case Kind::Alu:
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::Exit:
    case Kind::BarSync:
    case Kind::BarArrive:
    case Kind::BarReduce:
    case Kind::WarpSync:
    case Kind::Shuffle:
    case Kind::Vote:
    case Kind::Match:
    case Kind::ActiveMask:
    case Kind::Redux:
    case Kind::Sleep:
    case Kind::ReadSpecial:
    case Kind::Nop:
      return false;
  }
  return true;
}

IssueCost cost_of_class(const Inst& inst, const ArchConfig& arch, OpClass c) {
  const OpTiming& t = arch.timing(c);
  IssueCost cost;
  cost.pipe = pipe_of(c, t);
  cost.busy_reason = busy_reason(inst, cost.pipe);
  cost.result_reason = t.variable_latency ? Stall::short_scoreboard : Stall::wait;
  cost.converges = converges(inst);
  cost.plain = inst.kind == Kind::Alu || inst.copies_parameter;
  cost.cta_barrier =
      inst.kind == Kind::BarSync || inst.kind == Kind::BarArrive || inst.kind == Kind::BarReduce;
  cost.gate = through_l1(inst) ? Gate::L1 : gate_of(cost.pipe);
  cost.interval16 = interval16(arch, c, inst.machine_insts);
  cost.latency = t.latency * inst.machine_insts;
  add_special_part(cost, inst, arch, c);
  cost.passes_barrier = passes_barrier(cost, inst, arch);
  return cost;
}

IssueCost cost_of(const Inst& inst, const Program& program, const ArchConfig& arch,
                  const ParameterUse& parameter) {
  const Source source = source_of(inst, program);
  if (source == Source::Registers)
    return cost_of_class(inst, arch, is_operand_fetch(inst) ? OpClass::Move : inst.op_class);
  const unsigned latency =
      source == Source::ConstantBank ? arch.param_latency : arch.special_register_latency;
  const bool as_operand = latency <= arch.timing(OpClass::Move).latency;
  const bool in_order = as_operand || parameter.named;
  IssueCost cost = cost_of_class(inst, arch, in_order ? OpClass::Move : OpClass::Memory);
  cost.parameter = parameter;
  if (in_order) return cost;
  cost.gate = Gate::Lsu;
  cost.busy_reason = Stall::mio_throttle;
  cost.latency = latency;
  return cost;
}

}  // namespace

std::uint32_t interval16(const ArchConfig& arch, OpClass c, unsigned count) {
  const bool shared = pipe_of(c) == Pipe::Barrier;  // by all sub-partitions
  const double rate = arch.timing(c).results_per_clock / (shared ? 1 : arch.sub_partitions);
  return rate > 0 ? static_cast<std::uint32_t>(std::lround(16.0 * kMaxWarpSize / rate)) * count : 0;
}

std::vector<IssueCost> cost_table(const Program& program, const ArchConfig& arch) {
  std::vector<IssueCost> table;
  table.reserve(program.code.size());
  const std::vector<ParameterUse> parameters = parameter_uses(program, arch);
  std::uint32_t position = 0;
  for (const Inst& inst : program.code) {
    IssueCost cost = cost_of(inst, program, arch, parameters[table.size()]);
    cost.first_line = position / kInstructionsPerLine;
    cost.leaves_sm = leaves_sm(inst, program);
    position += std::max<std::uint32_t>(1, inst.machine_insts);
    cost.last_line = (position - 1) / kInstructionsPerLine;
    table.push_back(cost);
  }
  balance_pipes(program, arch, table);
  add_ways_between_pipes(program, arch, table);
  const std::vector<Rejoins> rejoins = find_rejoins(program);
  for (std::size_t pc = 0; pc < table.size(); ++pc) table[pc].rejoins = rejoins[pc];
  count_stalls(program, arch, table);
  return table;
}

}  // namespace simt
