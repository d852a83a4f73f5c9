#include "isa/analysis/alignment.h"

#include <algorithm>
#include <bit>

#include "isa/core/operands.h"

namespace simt {
namespace {

constexpr unsigned kMostBits = std::countr_zero(Alignments::kMost);

unsigned bits_of_value(std::uint64_t value) {
  return value == 0 ? kMostBits : std::min<unsigned>(kMostBits, std::countr_zero(value));
}

}  // namespace

// Every register starts as aligned as can be; what is written to it takes away, until nothing
// changes. A register that nobody writes may be anything: a formal of a function.
Alignments::Alignments(const Program& program) {
  for (const ConstantSlot& c : program.constants) {
    constants_.emplace(c.slot, c.value);
    bits_[c.slot] = bits_of_value(c.value);
  }
  const auto slot_of = [&](RegId r) { return program.registers[r].slot; };
  for (const Inst& inst : program.code)
    for (const RegId r : registers_written(inst)) bits_[slot_of(r)] = kMostBits;
  for (const FunctionInfo& function : program.functions)
    for (const RegId r : function.parameter_registers)
      if (r != kNoReg) bits_[slot_of(r)] = 0;
  for (const CallSite& site : program.call_sites)  // Inst::writes has room for the first ones
    for (const CallSite::RegCopy& result : site.out_regs) bits_[result.to] = 0;
  if (program.slots.stack_pointer != kNoSlot)
    bits_[program.slots.stack_pointer] = kMostBits;  // FunctionInfo
  for (bool changed = true; changed;) {
    changed = false;
    for (const Inst& inst : program.code) {
      const unsigned bits = bits_of_result(inst);
      for (const RegId r : registers_written(inst)) {
        unsigned& known = bits_[slot_of(r)];
        changed |= bits < known;
        known = std::min(known, bits);
      }
    }
  }
}

unsigned Alignments::bits_of(Slot slot) const {
  const auto known = bits_.find(slot);
  return known == bits_.end() ? 0 : known->second;
}

unsigned Alignments::bits_of_result(const Inst& inst) const {
  if (inst.kind != Kind::Alu || inst.dst.size() != 1 || inst.rows != nullptr) return 0;
  if (is_float(inst.op.type) || is_float(inst.op.type2) || inst.op.high) return 0;
  const unsigned a = bits_of(inst.src[0]), b = bits_of(inst.src[1]), c = bits_of(inst.src[2]);
  switch (inst.op.operation) {
    case Operation::Move:
    case Operation::Convert:
    case Operation::ConvertAddress:  // windows of spaces begin at multiples of more
      return inst.src.size() == 1 && !inst.op.mode.sat ? a : 0;
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Or:
    case Operation::Xor:
      return inst.src.size() == 2 && !inst.op.mode.sat ? std::min(a, b) : 0;
    case Operation::And:
      return std::max(a, b);
    case Operation::Multiply:
      return std::min(a + b, kMostBits);
    case Operation::MultiplyAdd:
      return inst.op.mode.sat ? 0 : std::min(a + b, c);
    case Operation::ShiftLeft: {
      const auto by = constants_.find(inst.src[1]);
      if (by == constants_.end()) return a;
      return static_cast<unsigned>(std::min<std::uint64_t>(a + by->second, kMostBits));
    }
    default:
      return 0;
  }
}

}  // namespace simt
