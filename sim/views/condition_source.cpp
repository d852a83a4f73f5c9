#include "sim/views/condition_source.h"

#include "isa/core/operands.h"

namespace simt {
namespace {

bool is_index(SpecialReg reg) {
  using enum SpecialReg;
  return reg == tid_x || reg == tid_y || reg == tid_z || reg == laneid;
}

}  // namespace

ConditionSources::Inputs ConditionSources::inputs_of(Pc branch) const {
  Inputs out;
  std::vector<Pc> open{branch};
  while (!open.empty()) {
    const Pc pc = open.back();
    open.pop_back();
    if (out.contains(pc)) continue;
    std::vector<Pc>& from = out[pc];
    const Inst& inst = program_.code[pc];
    const auto add = [&](RegId reg) {
      const std::vector<Pc> found = reaching_.of(reg, pc);
      from.insert(from.end(), found.begin(), found.end());
    };
    if (pc == branch)
      add(inst.guard_reg);
    else
      for (const RegId reg : registers_read(inst)) add(reg);
    open.insert(open.end(), from.begin(), from.end());
  }
  return out;
}

bool ConditionSources::goes_by_place(Pc branch) const {
  return sources_of(branch) == kPlace;
}

bool ConditionSources::goes_by_place_and_values(Pc branch) const {
  return sources_of(branch) == (kPlace | kValue);
}

std::uint8_t ConditionSources::sources_of(Pc branch) const {
  if (program_.code[branch].guard_reg == kNoReg) return 0;
  const Inputs inputs = inputs_of(branch);
  std::map<Pc, std::uint8_t> results;
  const auto read_by = [&](Pc pc) {
    std::uint8_t out = 0;
    for (const Pc from : inputs.at(pc)) out |= results[from];
    return out;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [pc, from] : inputs) {
      if (pc == branch) continue;
      const std::uint8_t result = result_of(program_.code[pc], read_by(pc));
      if ((results[pc] | result) == results[pc]) continue;
      results[pc] |= result;
      changed = true;
    }
  }
  return read_by(branch);
}

std::uint8_t ConditionSources::of_slot(Slot slot) const {
  for (const SpecialSlot& s : program_.specials)
    if (s.slot == slot) return is_index(s.reg) ? kPlace : 0;
  return 0;
}

// What all lanes read from one address is the same for all.
std::uint8_t ConditionSources::result_of(const Inst& inst, std::uint8_t read) const {
  if (inst.kind == Kind::ReadSpecial)
    return is_index(static_cast<SpecialReg>(inst.imm)) ? kPlace : 0;
  if (inst.kind == Kind::Atomic) return kValue;
  for (std::size_t i = 0; i < inst.src.size(); ++i) read |= of_slot(inst.src[i]);
  const bool computes = inst.kind == Kind::Alu && !is_float(inst.op.type);
  return computes || read == 0 ? read : kValue;
}

}  // namespace simt
