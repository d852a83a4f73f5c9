#include "sim/assembler/fuse.h"

#include "isa/core/made.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

// Of a machine instruction: 24 bits, signed.
constexpr std::int64_t kLargestOffset = (1 << 23) - 1, kSmallestOffset = -(1 << 23);

bool is_32_bit_logic(const Inst& inst) {
  const Semantics& op = inst.op;
  return op.type == ScalarType::B32 && inst.src.size() == 2 &&
         (op.is(Operation::And) || op.is(Operation::Or) || op.is(Operation::Xor));
}
// An addition as wide as the base of an address in `space`: of shared and local memory 32 bits,
// too.
bool adds_to_address(const Inst& inst, unsigned base_bytes, StateSpace space) {
  if (!inst.op.is(Operation::Add) || inst.dst_bytes != base_bytes || inst.src.size() != 2)
    return false;
  const ScalarType type = inst.op.type;
  return base_bytes == 8
             ? type == ScalarType::U64 || type == ScalarType::S64
             : (space == StateSpace::Shared || space == StateSpace::Local) &&
                   (type == ScalarType::U32 || type == ScalarType::S32) && !inst.op.mode.sat;
}
std::int64_t as_signed(std::uint64_t value, unsigned bytes) {
  return bytes == 8 ? static_cast<std::int64_t>(value)
                    : static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
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

bool join_address(const Inst& first, Inst& access, const ConstantValues& values) {
  if (access.memory.of_texels()) return false;
  const StateSpace space = access.memory.space;
  const std::int64_t smallest = space == StateSpace::Const ? 0 : kSmallestOffset;
  for (std::size_t i = 1; i < access.src.size(); ++i)
    if (access.src[i] == first.dst[0]) return false;  // it is stored, too
  if (adds_to_address(first, access.src_bytes, space)) {
    for (unsigned i = 0; i < 2; ++i) {
      const auto offset = values.at(first.src[i]);
      if (!offset || values.at(first.src[1 - i])) continue;
      const std::int64_t added = as_signed(*offset, access.src_bytes);
      if (added < smallest || added > kLargestOffset) continue;
      const std::int64_t sum = access.imm + added;
      if (sum < smallest || sum > kLargestOffset) continue;
      access.imm = sum;
      access.src.set(0, first.src[1 - i]);
      take_reads(first, access);
      return true;
    }
    return false;
  }
  if (!widens_32_bits(first) || space != StateSpace::Const) return false;
  access.src.set(0, first.src[0]);
  access.src_bytes = 4;
  take_reads(first, access);
  return true;
}

}  // namespace

bool join(const Inst& first, Inst& second, unsigned operand, const ConstantValues& values) {
  if (second.kind == Kind::Alu) return join_logic(first, second, operand, values);
  if ((second.kind == Kind::Load || second.kind == Kind::Store) && operand == 0)
    return join_address(first, second, values);
  return false;
}

}  // namespace simt
