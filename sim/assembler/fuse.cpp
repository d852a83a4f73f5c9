#include "sim/assembler/fuse.h"

#include "isa/core/made.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

constexpr std::int64_t kLargestOffset = (1 << 23) - 1;  // of a machine instruction: 24 bits, signed

bool is_32_bit_logic(const Inst& inst) {
  const Semantics& op = inst.op;
  return op.type == ScalarType::B32 && inst.src.size() == 2 &&
         (op.is(Operation::And) || op.is(Operation::Or) || op.is(Operation::Xor));
}
bool is_64_bit_addition(const Inst& inst) {
  return inst.op.is(Operation::Add) && inst.dst_bytes == 8 && inst.src.size() == 2 &&
         (inst.op.type == ScalarType::U64 || inst.op.type == ScalarType::S64);
}
bool widens_32_bits(const Inst& inst) {
  return inst.op.is(Operation::Convert) && inst.dst_bytes == 8 && !is_float(inst.op.type) &&
         inst.op.type2 == ScalarType::U32;
}

// What a logic instruction makes of a column of the truth table.
unsigned column(const Inst& inst, unsigned a, unsigned b) {
  return inst.op.is(Operation::And) ? a & b : inst.op.is(Operation::Or) ? a | b : a ^ b;
}

// `second` reads what `first` read instead of its result.
void take_reads(const Inst& first, Inst& second) {
  second.reads.erase(first.writes[0]);
  for (const RegId r : registers_read(first)) second.reads.insert(r);
}

bool join_logic(const Inst& first, Inst& second, unsigned operand, const ConstantValues& values) {
  if (!is_32_bit_logic(first) || !is_32_bit_logic(second)) return false;
  const Slot other = second.src[1 - operand];
  if (other == first.dst[0]) return false;
  const unsigned constants = unsigned{values.at(first.src[0]).has_value()} +
                             unsigned{values.at(first.src[1]).has_value()} +
                             unsigned{values.at(other).has_value()};
  if (constants > 1) return false;  // the machine instruction has room for one
  constexpr unsigned kA = 0xf0, kB = 0xcc, kC = 0xaa;
  second.imm = column(second, column(first, kA, kB), kC);
  make_logic_table(second);
  second.src = {first.src[0], first.src[1], other};
  take_reads(first, second);
  return true;
}

bool join_address(const Inst& first, Inst& load, const ConstantValues& values) {
  const StateSpace space = load.memory.space;
  if (is_64_bit_addition(first) && load.src_bytes == 8) {
    for (unsigned i = 0; i < 2; ++i) {
      const auto offset = values.at(first.src[i]);
      if (!offset || values.at(first.src[1 - i])) continue;
      const auto sum = load.imm + static_cast<std::int64_t>(*offset);
      if (*offset > kLargestOffset || sum < 0 || sum > kLargestOffset) continue;
      load.imm = sum;
      load.src.set(0, first.src[1 - i]);
      take_reads(first, load);
      return true;
    }
    return false;
  }
  if (!widens_32_bits(first) || space != StateSpace::Const) return false;
  load.src.set(0, first.src[0]);
  load.src_bytes = 4;
  take_reads(first, load);
  return true;
}

}  // namespace

bool join(const Inst& first, Inst& second, unsigned operand, const ConstantValues& values) {
  if (second.kind == Kind::Alu) return join_logic(first, second, operand, values);
  if (second.kind == Kind::Load && operand == 0) return join_address(first, second, values);
  return false;
}

}  // namespace simt
