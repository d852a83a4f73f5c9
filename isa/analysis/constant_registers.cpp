#include "isa/analysis/constant_registers.h"

#include <unordered_map>

#include "isa/core/operands.h"

namespace simt {
namespace {

/// By slot the one instruction that writes it; null: several do, or calls.
using Writers = std::unordered_map<Slot, const Inst*>;

Writers only_writers(const Program& program) {
  Writers only;
  const auto slot_of = [&](RegId r) { return program.registers[r].slot; };
  for (const FunctionInfo& function : program.functions)
    for (const RegId r : function.parameter_registers)
      if (r != kNoReg) only[slot_of(r)] = nullptr;
  for (const CallSite& site : program.call_sites)  // Inst::writes has room for the first ones
    for (const CallSite::RegCopy& result : site.out_regs) only[result.to] = nullptr;
  for (const Inst& inst : program.code)
    for (const RegId r : registers_written(inst)) {
      const auto [found, added] = only.try_emplace(slot_of(r), &inst);
      if (!added) found->second = nullptr;
    }
  return only;
}

bool is_copy(const Inst& inst) {
  return inst.kind == Kind::Alu && inst.guard == kNoSlot && inst.src.size() == 1 &&
         inst.dst.size() == 1 && inst.op.is(Operation::Move);
}

}  // namespace

ConstantValues constant_registers(const Program& program) {
  ConstantValues values(program);
  const Writers only = only_writers(program);
  for (const Inst& inst : program.code) {
    if (!is_copy(inst)) continue;
    const auto writer = only.find(inst.dst[0]);
    if (writer == only.end() || writer->second != &inst) continue;
    if (const auto value = values.at(inst.src[0])) values.add(inst.dst[0], *value);
  }
  return values;
}

}  // namespace simt
