#include "sim/functional/order.h"

#include <algorithm>
#include <vector>

#include "isa/core/operands.h"

namespace simt::functional {
namespace {

bool reaches_device_memory(const Inst& inst) {
  return inst.memory.space == StateSpace::Global || inst.memory.space == StateSpace::Generic;
}

std::vector<bool> registers_that_are_read(const Program& program) {
  std::vector<bool> read(program.registers.size());
  for (const Inst& inst : program.code)
    for (const RegId r : registers_read(inst)) read[r] = true;
  return read;
}

bool commutes(const MemoryForm& memory) {
  switch (memory.atomic) {
    case AtomicOp::Add:
    case AtomicOp::Min:
    case AtomicOp::Max:
    case AtomicOp::And:
    case AtomicOp::Or:
    case AtomicOp::Xor:
      return !is_float(memory.type);
    default:
      return false;
  }
}

bool order_shows(const Inst& inst, const std::vector<bool>& read) {
  if (inst.flow.yields || inst.kind == Kind::Yield) return true;
  const auto is_read = [&](RegId r) { return read[r]; };
  switch (inst.kind) {
    case Kind::Load:
      return reaches_device_memory(inst) && inst.memory.order != MemoryOrder::Weak;
    case Kind::Atomic:
    case Kind::Reduction:
      return reaches_device_memory(inst) &&
             (!commutes(inst.memory) || std::ranges::any_of(registers_written(inst), is_read));
    default:
      return false;
  }
}

}  // namespace

bool order_shows(const Program& program) {
  const std::vector<bool> read = registers_that_are_read(program);
  return std::ranges::any_of(program.code,
                             [&](const Inst& inst) { return order_shows(inst, read); }) ||
         std::ranges::any_of(program.call_sites, [](const CallSite& site) {
           return site.external == "malloc" || site.external == "free";
         });
}

}  // namespace simt::functional
