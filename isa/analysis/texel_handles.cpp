#include "isa/analysis/texel_handles.h"

#include <algorithm>
#include <optional>

#include "isa/analysis/reaching.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

bool takes_handle(const Inst& inst) {
  return inst.memory.space == StateSpace::Texture || inst.memory.space == StateSpace::Surface;
}

/// The parameter at a byte of constant memory, where bank 0 is the first.
std::optional<std::uint32_t> parameter_at(const Program& program, std::uint64_t byte) {
  const std::uint32_t begin = program.machine->params_at;
  if (byte < begin || byte >= begin + program.param_bytes) return {};
  return static_cast<std::uint32_t>(byte - begin);
}
std::optional<std::uint32_t> parameter_in(const Program& program, Slot slot) {
  const auto bank = std::ranges::find(program.bank_slots, slot, &BankSlot::slot);
  if (bank == program.bank_slots.end()) return {};
  return parameter_at(program, bank->offset);
}

/// By a move or by a load from a place that the instruction names alone (ULDC, LDC).
std::optional<std::uint32_t> parameter_copied(const Program& program, const Inst& copy) {
  if (copy.kind == Kind::Load && copy.memory.space == StateSpace::Const &&
      registers_read(copy).empty())
    return parameter_at(program, static_cast<std::uint64_t>(copy.imm));
  for (std::size_t i = 0; i < copy.src.size(); ++i)
    if (const auto at = parameter_in(program, copy.src[i])) return at;
  return {};
}

}  // namespace

std::map<std::uint32_t, StateSpace> texel_handles(const Program& program) {
  std::map<std::uint32_t, StateSpace> out;
  if (!program.machine || std::ranges::none_of(program.code, takes_handle)) return out;
  const ReachingDefinitions reaching(program);
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Inst& inst = program.code[pc];
    if (!takes_handle(inst) || inst.src.size() == 0) continue;
    if (const auto at = parameter_in(program, inst.src[0])) out.emplace(*at, inst.memory.space);
    for (const RegId reg : registers_read(inst)) {
      if (program.registers[reg].slot != inst.src[0]) continue;
      for (const Pc from : reaching.of(reg, pc))
        if (const auto at = parameter_copied(program, program.code[from]))
          out.emplace(*at, inst.memory.space);
    }
  }
  return out;
}

}  // namespace simt
