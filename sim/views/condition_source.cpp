#include "sim/views/condition_source.h"

#include "isa/core/operands.h"

namespace simt {
namespace {

bool is_index(SpecialReg reg) {
  using enum SpecialReg;
  return reg == tid_x || reg == tid_y || reg == tid_z || reg == laneid;
}

}  // namespace

ConditionSources::ConditionSources(const Program& program)
    : program_(program), registers_(program.registers.size()) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Inst& inst : program.code) {
      const std::uint8_t result = result_of(inst);
      for (const RegId reg : registers_written(inst)) {
        if (reg >= registers_.size() || (registers_[reg] | result) == registers_[reg]) continue;
        registers_[reg] |= result;
        changed = true;
      }
    }
  }
}

bool ConditionSources::goes_by_place(Pc branch) const {
  const RegId guard = program_.code[branch].guard_reg;
  return guard != kNoReg && registers_[guard] == kPlace;
}

std::uint8_t ConditionSources::of_slot(Slot slot) const {
  for (const SpecialSlot& s : program_.specials)
    if (s.slot == slot) return is_index(s.reg) ? kPlace : 0;
  return 0;
}

std::uint8_t ConditionSources::read_by(const Inst& inst) const {
  std::uint8_t out = 0;
  for (const RegId reg : registers_read(inst))
    if (reg < registers_.size()) out |= registers_[reg];
  for (std::size_t i = 0; i < inst.src.size(); ++i) out |= of_slot(inst.src[i]);
  if (inst.guard_reg != kNoReg) out |= registers_[inst.guard_reg];
  return out;
}

// What all lanes read from one address is the same for all.
std::uint8_t ConditionSources::result_of(const Inst& inst) const {
  if (inst.kind == Kind::ReadSpecial)
    return is_index(static_cast<SpecialReg>(inst.imm)) ? kPlace : 0;
  if (inst.kind == Kind::Atomic) return kValue;
  const std::uint8_t read = read_by(inst);
  const bool computes = inst.kind == Kind::Alu && !is_float(inst.op.type);
  return computes || read == 0 ? read : kValue;
}

}  // namespace simt
