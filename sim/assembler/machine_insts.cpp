#include "sim/assembler/machine_insts.h"

#include "isa/core/program.h"
#include "sim/assembler/parameter_use.h"
#include "sim/assembler/pipe_choice.h"

namespace simt {
namespace {

/// Loads that the hardware serves from a constant bank or registers, not as a memory instruction.
bool is_operand_fetch(const Inst& inst) {
  return inst.op_class == OpClass::Memory &&
         (inst.memory.space == StateSpace::Param || inst.memory.register_passed);
}

MachineInsts insts_of(const Inst& inst, const Program& program, const ArchConfig& arch,
                      const ParameterUse& parameter) {
  OpClass own = is_operand_fetch(inst) ? OpClass::Move : inst.op_class;
  if (const Source source = source_of(inst, program); source != Source::Registers)
    own = reads_in_order(source, arch, parameter) ? OpClass::Move : OpClass::Memory;
  const OtherInsts others = inst.expansion.others;
  MachineInsts insts;
  insts.add(own, inst.expansion.insts - others.sum());
  insts.add(OpClass::IntAdd, others.integer);
  insts.add(OpClass::IntMul, others.multiply);
  insts.add(OpClass::Fp64, others.fp64);
  insts.add(OpClass::Sfu, others.special);
  insts.add(OpClass::Control, others.control);
  return insts;
}

}  // namespace

void MachineInsts::add(OpClass c, unsigned insts) {
  if (count_ > 0 && insts == 0) return;
  parts_.at(count_++) = {c, static_cast<std::uint8_t>(insts)};
}

void MachineInsts::change_first(OpClass c, unsigned insts) {
  ClassInsts& first = parts_[0];
  if (insts == first.insts) {
    first.op_class = c;
    return;
  }
  first.insts = static_cast<std::uint8_t>(first.insts - insts);
  add(c, insts);
}

unsigned MachineInsts::on(Pipe pipe, const ArchConfig& arch) const {
  unsigned sum = 0;
  for (const ClassInsts& part : parts())
    if (pipe_of(part.op_class, arch) == pipe) sum += part.insts;
  return sum;
}

unsigned MachineInsts::of(OpClass c) const {
  unsigned sum = 0;
  for (const ClassInsts& part : parts())
    if (part.op_class == c) sum += part.insts;
  return sum;
}

PipeInsts by_pipe(const MachineInsts& insts, const ArchConfig& arch) {
  PipeInsts out{};
  for (const ClassInsts& part : insts.parts()) {
    std::uint8_t& sum = out[static_cast<std::size_t>(pipe_of(part.op_class, arch))];
    sum = static_cast<std::uint8_t>(sum + part.insts);
  }
  return out;
}

Source source_of(const Inst& inst, const Program& program) {
  if (inst.op_class == OpClass::Memory)
    return inst.memory.space == StateSpace::Param && !inst.memory.register_passed
               ? Source::ConstantBank
               : Source::Registers;
  if (inst.op_class != OpClass::Move || inst.src.empty() || !inst.reads.empty())
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

unsigned latency_of(Source source, const ArchConfig& arch) {
  return source == Source::ConstantBank ? arch.constant.param_latency
                                        : arch.control.special_register_latency;
}

bool reads_in_order(Source source, const ArchConfig& arch, const ParameterUse& parameter) {
  return parameter.named || latency_of(source, arch) <= arch.timing(OpClass::Move).latency;
}

std::vector<MachineInsts> machine_insts(const Program& program, const ArchConfig& arch,
                                        FlowGraphs& flow,
                                        const std::vector<ParameterUse>& parameters) {
  std::vector<MachineInsts> out;
  out.reserve(program.code.size());
  for (const Inst& inst : program.code)
    out.push_back(insts_of(inst, program, arch, parameters[out.size()]));
  balance_pipes(program, arch, flow, out);
  return out;
}

}  // namespace simt
