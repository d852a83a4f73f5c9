#include "isa/core/rows.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "isa/core/program.h"

namespace simt {
namespace {

constexpr Slot kRow = 4 * kMaxWarpSize;
/// A wide row of 128 bits.
constexpr Slot kWidest = 4 * kRow;

void execute_on_rows(const Inst& inst, Registers regs, LaneMask active) {
  gather_rows(inst, regs);
  inst.rows->wide(inst, regs, active);
  scatter_rows(inst, regs, active);
}

/// The wide row of the operand at this place, the same one for all instructions: none is in use
/// beyond its instruction.
Slot wide_slot(Program& program, OperandRole role, std::size_t index) {
  const std::size_t place = 2 * index + (role == OperandRole::Read ? 1 : 0);
  std::vector<Slot>& slots = program.slots.wide_rows;
  if (slots.size() <= place) slots.resize(place + 1, kNoSlot);
  if (slots[place] == kNoSlot) {
    const Slot at = aligned_slot(program.slots.common_bytes);
    slots[place] = kCommonSlots + at;
    program.slots.common_bytes = at + kWidest;
  }
  return slots[place];
}

}  // namespace

void add_row_operand(Program& program, Inst& inst, OperandRole role, std::span<const Slot> rows) {
  if (rows.empty() || rows.size() * kRow > kWidest)
    throw std::length_error("an operand has no such number of rows");
  auto all = inst.rows != nullptr ? std::make_shared<RowOperands>(*inst.rows)
                                  : std::make_shared<RowOperands>();
  if (inst.kind == Kind::Alu && inst.rows == nullptr)
    all->wide = std::exchange(inst.lanes, execute_on_rows);
  RowOperand& operand = all->operands.emplace_back();
  operand.role = role;
  const auto append = [&](auto& slots) {
    operand.wide = wide_slot(program, role, slots.size());
    slots.push_back(operand.wide);
  };
  if (role == OperandRole::Written)
    append(inst.dst);
  else
    append(inst.src);
  for (const Slot row : rows) operand.rows.push_back(row);
  inst.rows = std::move(all);
}

void set_lanes(Inst& inst, LaneOp lanes) {
  if (inst.rows == nullptr) {
    inst.lanes = lanes;
    return;
  }
  auto all = std::make_shared<RowOperands>(*inst.rows);
  all->wide = lanes;
  inst.rows = std::move(all);
}

const RowOperand* row_operand(const Inst& inst, OperandRole role, Slot slot) {
  if (inst.rows == nullptr) return nullptr;
  for (const RowOperand& operand : inst.rows->operands)
    if (operand.role == role && operand.wide == slot) return &operand;
  return nullptr;
}

std::uint64_t source_bits(const Inst& inst, ConstRegisters regs, std::size_t index, unsigned bytes,
                          unsigned lane) {
  std::uint64_t bits = 0;
  const RowOperand* const operand = row_operand(inst, OperandRole::Read, inst.src[index]);
  if (operand == nullptr) {
    std::memcpy(&bits, regs + inst.src[index] + std::size_t{lane} * bytes, bytes);
    return bits;
  }
  for (std::size_t part = 0; part < std::min<std::size_t>(operand->rows.size(), 2); ++part) {
    std::uint32_t word = 0;
    if (const Slot row = operand->rows[part]; row != kNoSlot)
      std::memcpy(&word, regs + row + std::size_t{lane} * sizeof word, sizeof word);
    bits |= std::uint64_t{word} << (32 * part);
  }
  return bits;
}

}  // namespace simt
